/**
 * A parser of OData's `$filter` (OData 4.01, part 2, 5.1.1): comparisons, `in`, `and`, `or`, `not`,
 * parentheses and the functions that listing servers support. The literal `null` is a missing
 * value.
 */

export type Literal = string | number | boolean | null;
export const SIGNS = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const;
export type Sign = (typeof SIGNS)[number];
const FUNCTIONS = ['startswith', 'endswith', 'contains'] as const;
type TextTest = (typeof FUNCTIONS)[number];

export interface Operand {
  readonly field: string;
  /** Whether the text is compared in lower case. */
  readonly lower: boolean;
}

export type Expression =
  | { readonly is: 'and' | 'or'; readonly parts: readonly Expression[] }
  | { readonly is: 'not'; readonly part: Expression }
  | {
      readonly is: 'compared';
      readonly left: Operand;
      readonly sign: Sign;
      readonly value: Literal;
    }
  | {
      readonly is: 'text';
      readonly left: Operand;
      readonly test: TextTest;
      readonly value: string;
    };

/** The error in a filter, in the server's words. */
export interface BadFilter {
  readonly wrong: string;
}

export const isBad = (parsed: Expression | BadFilter): parsed is BadFilter => 'wrong' in parsed;

interface Token {
  readonly text: string;
  readonly at: number;
  readonly value?: Literal;
}

const TOKEN =
  /\s*(?:('(?:[^']|'')*')|(\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?)|(-?\d+(?:\.\d+)?)|([A-Za-z_]\w*)|([(),]))/y;
const KEYWORDS = new Map<string, Literal>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
/** Maximum nested parentheses; no client sends more. */
const DEPTH_MAX = 32;

export function parseFilter(text: string): Expression | BadFilter {
  const tokens = tokensOf(text);
  return 'wrong' in tokens ? tokens : new Parser(tokens, text.length).whole();
}

function tokensOf(text: string): readonly Token[] | BadFilter {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (found === null) return { wrong: `Unexpected character at position ${at}` };
    const [, quoted, date, number, word, sign] = found;
    if (quoted !== undefined) {
      tokens.push({ text: quoted, at, value: quoted.slice(1, -1).replaceAll("''", "'") });
    } else if (date !== undefined) tokens.push({ text: date, at, value: date });
    else if (number !== undefined) tokens.push({ text: number, at, value: Number(number) });
    else if (word !== undefined && KEYWORDS.has(word)) {
      tokens.push({ text: word, at, value: KEYWORDS.get(word) ?? null });
    } else tokens.push({ text: word ?? sign ?? '', at });
  }
  return tokens;
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #end: number;
  #next = 0;
  #depth = 0;
  #wrong: string | null = null;

  constructor(tokens: readonly Token[], end: number) {
    this.#tokens = tokens;
    this.#end = end;
  }

  whole(): Expression | BadFilter {
    const parsed = this.#anyOf();
    if (this.#peek() !== undefined) this.#fail();
    return this.#wrong === null ? parsed : { wrong: this.#wrong };
  }

  #anyOf(): Expression {
    return this.#joined('or', () => this.#joined('and', () => this.#single()));
  }

  #joined(word: 'and' | 'or', one: () => Expression): Expression {
    const first = one();
    const parts = [first];
    while (this.#take(word)) parts.push(one());
    return parts.length === 1 ? first : { is: word, parts };
  }

  #single(): Expression {
    if (this.#take('not')) return { is: 'not', part: this.#single() };
    if (this.#peek()?.text === '(') return this.#enclosed();
    const test = FUNCTIONS.find((name) => name === this.#peek()?.text);
    if (test !== undefined) return this.#textTest(test);
    const left = this.#operand();
    if (this.#take('in')) return this.#oneOf(left);
    const sign = SIGNS.find((name) => name === this.#peek()?.text);
    if (sign === undefined) return this.#fail();
    this.#next += 1;
    return { is: 'compared', left, sign, value: this.#literal() };
  }

  #enclosed(): Expression {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) return this.#fail();
    this.#expect('(');
    const inner = this.#anyOf();
    this.#expect(')');
    this.#depth -= 1;
    return inner;
  }

  #textTest(test: TextTest): Expression {
    this.#next += 1;
    this.#expect('(');
    const left = this.#operand();
    this.#expect(',');
    const value = this.#literal();
    this.#expect(')');
    return { is: 'text', left, test, value: String(value) };
  }

  #oneOf(left: Operand): Expression {
    const parts: Expression[] = [];
    this.#expect('(');
    do parts.push({ is: 'compared', left, sign: 'eq', value: this.#literal() });
    while (this.#take(','));
    this.#expect(')');
    return { is: 'or', parts };
  }

  #operand(): Operand {
    const lower = this.#take('tolower');
    if (lower) this.#expect('(');
    const token = this.#peek();
    if (token === undefined || token.value !== undefined || !/^\w/.test(token.text)) {
      this.#fail();
      return { field: '', lower };
    }
    this.#next += 1;
    if (lower) this.#expect(')');
    return { field: token.text, lower };
  }

  #literal(): Literal {
    const token = this.#peek();
    if (token?.value === undefined) {
      this.#fail();
      return null;
    }
    this.#next += 1;
    return token.value;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#next];
  }

  #take(text: string): boolean {
    const token = this.#peek();
    if (token?.text !== text || token.value !== undefined) return false;
    this.#next += 1;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) this.#fail();
  }

  /** The first mistake counts; the rest is skipped. */
  #fail(): Expression {
    const token = this.#peek();
    this.#wrong ??=
      token === undefined
        ? `Unexpected end of expression at position ${this.#end}`
        : `Unexpected token '${token.text}' at position ${token.at}`;
    this.#next = this.#tokens.length;
    return { is: 'or', parts: [] };
  }
}
