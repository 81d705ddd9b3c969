/**
 * Decides whether a statement may run, from the tree that DuckDB parses it to. What is not known
 * to be harmless is refused: tables by their names, functions of tables by a list, and functions
 * that tell or change something of the process. The settings of the engine refuse most
 * of it again.
 */
import { SQL_TABLE_NAMES, type SqlTableName } from '#contract/sql.js';

export type Decision = { readonly tables: readonly SqlTableName[] } | { readonly refused: string };

type Node = Readonly<Record<string, unknown>>;

const ALLOWED =
  'Send one statement that reads: SELECT, WITH, FROM, VALUES, DESCRIBE, SUMMARIZE or SHOW TABLES.';
const TABLES = `The tables are ${SQL_TABLE_NAMES.join(', ')}. Use one of them.`;

/** Functions in place of a table that read nothing beyond their arguments. */
const TABLE_FUNCTIONS: readonly string[] = ['range', 'generate_series', 'unnest', 'json_each'];
/** Functions that tell of, or change, settings, sequences, logs and the catalog. */
const OTHER_FUNCTIONS =
  /^(?:current_setting|getvariable|getenv|write_log|nextval|currval|txid_current|current_query|sleep_ms|pg_sleep|stats|json_(?:serialize|deserialize|execute)_.*|(?:duckdb|pragma)_.*|.*secret.*|.*duckdb_log.*)$/;
/** A common table expression must not hide that a table of the system is read elsewhere. */
const CTE_NAME = /^(?!duckdb_|pragma_|sqlite_|pg_)[\p{L}_][\p{L}\p{N}_ ]*$/iu;
const OWN_SCHEMAS: readonly unknown[] = [undefined, '', 'main'];
const OWN_CATALOGS: readonly unknown[] = [undefined, '', 'memory'];
/** Functions of the engine itself: operators such as `+` come with the catalog `system`. */
const FUNCTION_CATALOGS: readonly unknown[] = [undefined, '', 'system'];
const NODES_MAX = 200_000;
/** Quotes within a text have a backslash, so that nothing in a text looks like a value. */
const INFINITE = /(?<="value":)-?Infinity(?=[,}])/g;

/** Reads the JSON of `json_serialize_sql`, which writes `1e400` as no JSON has it. */
export function readStatement(text: string): Decision {
  const tree = JSON.parse(text.replaceAll(INFINITE, 'null')) as Node;
  if (tree.error === true) return { refused: faultOf(tree) };
  const statements = tree.statements as readonly Node[];
  const [statement] = statements;
  if (statement === undefined) return { refused: `The statement is empty. ${ALLOWED}` };
  if (statements.length > 1) {
    return { refused: `These are ${statements.length} statements. ${ALLOWED}` };
  }
  if (Array.isArray(statement.named_param_map) && statement.named_param_map.length > 0) {
    return {
      refused: 'The statement has parameters ($1, ? or $name). Write their values into it.',
    };
  }
  return readNodes(statement);
}

function faultOf({ error_type, error_message, position }: Node): string {
  if (error_type !== 'parser' && error_type !== 'syntax')
    return `The statement does more than read. ${ALLOWED}`;
  const words = String(error_message);
  const isAtEnd = position === undefined || words.includes('end of input');
  const at = isAtEnd ? '' : ` at character ${Number(position) + 1}`;
  return `The statement cannot be parsed${at}: ${words}. Correct it and send it again.`;
}

/** Visits every node without recursion: trees may be deep. */
function readNodes(statement: Node): Decision {
  const nodes = nodesOf(statement);
  if (nodes === null) return { refused: 'The statement is too large. Shorten it.' };
  const ctes = new Set<string>();
  for (const { cte_map } of nodes) {
    const { map = [] } = (cte_map ?? {}) as { readonly map?: readonly { readonly key: string }[] };
    for (const { key } of map) {
      if (!CTE_NAME.test(key))
        return { refused: `${quote(key)} cannot be the name of a WITH part. Use another name.` };
      ctes.add(key.toLowerCase());
    }
  }
  const tables = new Set<SqlTableName>();
  for (const node of nodes) {
    const refused = refusalOf(node, ctes, tables);
    if (refused !== null) return { refused };
  }
  return { tables: [...tables] };
}

function nodesOf(statement: Node): Node[] | null {
  const found: Node[] = [];
  const left: unknown[] = [statement];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (found.length > NODES_MAX) return null;
    if (!Array.isArray(value)) found.push(value as Node);
    for (const member of Object.values(value)) left.push(member);
  }
  return found;
}

/** Why a node may not be run; null where it may. Adds the tables of the service that it names. */
function refusalOf(
  node: Node,
  ctes: ReadonlySet<string>,
  tables: Set<SqlTableName>,
): string | null {
  const { type, table_name, function_name } = node;
  if (type === 'BASE_TABLE') {
    const isOwn =
      OWN_SCHEMAS.includes(node.schema_name) && OWN_CATALOGS.includes(node.catalog_name);
    const name = String(table_name).toLowerCase();
    const known = SQL_TABLE_NAMES.find((own) => own === name);
    if (isOwn && ctes.has(name)) return null;
    if (!isOwn || known === undefined) return `No table ${quote(table_name)} exists. ${TABLES}`;
    tables.add(known);
  }
  if (type === 'SHOW_REF' && node.query === undefined && table_name !== '"tables"') {
    return `SHOW and DESCRIBE need a table. ${TABLES}`;
  }
  if (type === 'TABLE_FUNCTION') {
    const name = String((node.function as Node | undefined)?.function_name).toLowerCase();
    if (!TABLE_FUNCTIONS.includes(name)) {
      return `The function ${quote(name)} cannot stand in place of a table. ${TABLES}`;
    }
  }
  if (function_name !== undefined && !isHarmless(node)) {
    return `The function ${quote(function_name)} is not allowed: it is not about rows. Leave it out.`;
  }
  return null;
}

const isHarmless = ({ function_name, schema, catalog }: Node): boolean =>
  OWN_SCHEMAS.includes(schema) &&
  FUNCTION_CATALOGS.includes(catalog) &&
  !OTHER_FUNCTIONS.test(String(function_name).toLowerCase());

const NAME_SHOWN_CHARS = 60;
const quote = (name: unknown): string => `"${String(name).slice(0, NAME_SHOWN_CHARS)}"`;
