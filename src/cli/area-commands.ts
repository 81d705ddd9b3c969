/** Commands that ask what is known of an area: their options are the operation's parameters. */
import { type Command, Option } from 'commander';
import type {
  AreaHomesAnswer,
  Rowhouse,
  StatisticsAnswer,
  StatisticsQuery,
} from '#client/index.js';
import { oneLine } from '#contract/one-line.js';
import { AREA_HOME_OPERATIONS } from '#contract/operations/area-homes.js';
import type { Operation } from '#contract/operations/operation.js';
import { STATISTICS_OPERATIONS } from '#contract/operations/statistics.js';
import { readQuestion } from '#contract/question/read-question.js';
import { camelCase } from '#contract/routes.js';
import { addCallerOptions, type CallerSettings } from './caller-options.js';
import { callOnce } from './resource-commands.js';
import type { Terminal } from './run-search.js';
import { counted, describeError, flagOf } from './search-messages.js';
import { minuteOf, showTable } from './show.js';

interface AreaCommand {
  readonly name: string;
  readonly description: string;
  readonly operation: Operation;
  /** A parameter that has a command of its own. */
  readonly without?: string;
  /** Whether it also takes a question in words. */
  readonly takesWords?: boolean;
  readonly examples: string;
  run(client: Rowhouse, query: unknown): Promise<object>;
  show(body: never): string;
}

const COMMANDS: readonly AreaCommand[] = [
  {
    name: 'offers',
    description: 'what is for sale or for rent in an area, one line a home over all sources',
    operation: AREA_HOME_OPERATIONS[0],
    without: 'address',
    takesWords: true,
    examples: `
Examples:
  rowhouse offers 3-bed under 600k in 78704, price cut this month
  rowhouse offers --zip 78704 --kind listings --price-cut-within-days 30 --sort price_cut
  rowhouse offers --city Austin --state TX --kind rentals --max-price 2500 --json

Words are read as options; what they are read as, and words that mean nothing here, go to standard
error. Options that are given take precedence. Quote a question that has $, < or &.

From what searches and watches have read. Reads no source. Free.`,
    run: (client, query) => client.homes(query as Parameters<Rowhouse['homes']>[0]),
    show: showHomes,
  },
  {
    name: 'statistics',
    description: 'counts, medians and times of an area by month, from what is stored',
    operation: STATISTICS_OPERATIONS[0],
    examples: `
Examples:
  rowhouse statistics --zip 98103 --kind sold
  rowhouse statistics --county King --state WA --kind sold --by quarter --group property_type
  rowhouse statistics --zip 98103 --kind listings --json

Reads no source. Free.`,
    run: (client, query) => client.statistics(query as StatisticsQuery),
    show: showStatistics,
  },
];

/** Adds the commands to the program. */
export function addAreaCommands(root: Command, caller: CallerSettings, terminal: Terminal): void {
  for (const one of COMMANDS) {
    const command = root.command(one.name).description(one.description);
    const { query = {}, required = [] } = one.operation;
    for (const [name, { description, enum: choices }] of Object.entries(query)) {
      if (name === one.without) continue;
      const option = new Option(`${flagOf(name)} <value>`, plainText(description));
      if (Array.isArray(choices)) option.choices(choices as string[]);
      command.addOption(option.makeOptionMandatory(required.includes(name)));
    }
    if (one.takesWords === true) command.argument('[words...]', 'the question in words');
    addCallerOptions(command.option('--json', 'print JSON'), caller)
      .addHelpText('after', one.examples)
      .action(() => {
        const call = (client: Rowhouse, given: Readonly<Record<string, unknown>>) => {
          const sent = Object.keys(query).flatMap((name) => {
            const value = given[camelCase(name)];
            return value === undefined ? [] : [[name, value] as const];
          });
          return one.run(client, {
            ...readWords(command.args, terminal),
            ...Object.fromEntries(sent),
          });
        };
        const describe = (error: unknown) =>
          describeError(error, (param) =>
            Object.hasOwn(query, param) ? `, ${flagOf(param)}` : '',
          );
        const show = one.show as (body: object) => string;
        return callOnce(command, caller, terminal, call, show, describe);
      });
  }
}

/** A question in words as parameters, and what was made of it on standard error. */
function readWords(words: readonly string[], terminal: Terminal): Readonly<Record<string, string>> {
  if (words.length === 0) return {};
  const { query, unread } = readQuestion(words.join(' '), new Date(terminal.nowMs()));
  // Homes for sale are what one asks for without a word.
  const read = { kind: 'listings', ...query };
  const options = Object.entries(read).map(([name, value]) => `${flagOf(name)} ${quoted(value)}`);
  terminal.err.write(`Read as: ${options.join(' ')}\n`);
  if (unread.length > 0) terminal.err.write(`Not read: ${oneLine(unread.join(' '))}\n`);
  return read;
}

const quoted = (value: string): string => (/\s/.test(value) ? `'${value}'` : value);

/** A description without the marks of the documents. */
const plainText = (description: unknown): string => String(description).replaceAll('`', '');

/** A line a home, then what is known of each source. */
function showHomes({ homes, count, next_after, sources }: AreaHomesAnswer): string {
  const lines = homes.map(
    ({ address, lowest_price, highest_price, offers, price_cut, ...home }) => ({
      price: lowest_price?.amount,
      up_to: highest_price?.amount === lowest_price?.amount ? null : highest_price?.amount,
      cut: price_cut === null ? null : `-${price_cut.percent} %`,
      beds: home.beds,
      baths: home.baths,
      sqft: home.living_area_sqft,
      type: home.property_type,
      address: [address.line1, address.unit, address.zip]
        .filter((part) => part !== null)
        .join(', '),
      sources: offers.map(({ source }) => source).join(', '),
      sold: home.sold_before?.date,
      home_id: home.home_id,
    }),
  );
  const known = sources.map(
    ({ source, coverage, read_at, is_fresh, credits_per_page, search }) => ({
      source,
      coverage,
      read_at: read_at === null ? null : minuteOf(read_at),
      fresh: is_fresh ? 'yes' : 'no',
      read_now: `${search} (${credits_per_page} a page)`,
    }),
  );
  const more = next_after === null ? [] : [`More: --after ${next_after}`];
  return [`${counted(count, 'home')}\n${showTable(lines)}`, ...more, showTable(known)].join('\n\n');
}

/** One table for each series, then the published figures. */
function showStatistics({ series, published, not_known_then }: StatisticsAnswer): string {
  const tables = series.map(({ basis, source, dataset, attribution, periods }) => {
    const title = [dataset ?? source, basis, ...(attribution === null ? [] : [attribution])];
    return `${oneLine(title.join(', '))}\n${showTable(periods.flatMap(linesOf))}`;
  });
  const figures = published.map(
    ({ dataset, measure, values, attribution }) =>
      `${oneLine([dataset, measure, attribution].join(', '))}\n${showTable(values)}`,
  );
  const later = not_known_then.map((dataset) => `${oneLine(dataset)} was imported later.`);
  const all = [...tables, ...figures, ...later];
  return all.length === 0 ? NOTHING_STORED : all.join('\n\n');
}

const NOTHING_STORED =
  'Nothing of this kind is stored of this area. Searches and watches of it store its homes, and an operator imports sales: see "rowhouse search --help" and "rowhouse watch --help".';

type Periods = StatisticsAnswer['series'][number]['periods'];

/** Of each cell a line; a period that nobody read has one without figures. */
function linesOf({ period, coverage, cells }: Periods[number]) {
  const lines: readonly Partial<Periods[number]['cells'][number]>[] =
    cells.length === 0 ? [{}] : cells;
  return lines.map((cell) => ({
    period,
    coverage,
    group: cell.group,
    count: cell.count,
    p25: cell.p25?.amount,
    median: cell.median_price?.amount,
    p75: cell.p75?.amount,
    per_sqft: cell.median_price_per_sqft,
    new: cell.new_count,
    removed: cell.removed_count,
    cut: cell.price_cut_share,
    days: cell.median_days_on_market,
  }));
}
