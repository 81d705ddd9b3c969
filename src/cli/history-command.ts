/** `rowhouse history`: what the watches of an account saw of a home. */

import { Argument, type Command } from 'commander';
import type { HomeHistoryAnswer } from '#client/index.js';
import { oneLine } from '#contract/one-line.js';
import { SOURCES, type SourceName } from '#contract/sources.js';
import { addCallerOptions, type CallerSettings } from './caller-options.js';
import { callOnce } from './resource-commands.js';
import type { Terminal } from './run-search.js';
import { counted } from './search-messages.js';
import { minuteOf, showTable } from './show.js';
import { valuesText } from './show-watches.js';

const EXAMPLES = `
Examples:
  rowhouse history ${SOURCES[0]} 29475103
  rowhouse history ${SOURCES[0]} 29475103 --json

A home is known after the first run of a watch that saw it. Free.`;

/** Adds the command to the program. */
export function addHistory(root: Command, caller: CallerSettings, terminal: Terminal): void {
  const command = root
    .command('history')
    .description('prices and statuses of a home over time, as your watches saw them')
    .addArgument(new Argument('<source>', 'the source of the home').choices(SOURCES))
    .argument('<source_id>', 'the id of the home at the source')
    .option('--json', 'print JSON');
  addCallerOptions(command, caller)
    .addHelpText('after', EXAMPLES)
    .action((source: SourceName, sourceId: string) =>
      callOnce(
        command,
        caller,
        terminal,
        (client) => client.homeHistory(source, sourceId),
        showHistory,
      ),
    );
}

/** One table for each watch that saw the home. */
function showHistory({ source_id, watches }: Omit<HomeHistoryAnswer, 'meta'>): string {
  if (watches.length === 0) {
    return `None of your watches has seen ${oneLine(source_id)}. Watch a search that shows it: rowhouse watch create`;
  }
  return watches.map(showWatched).join('\n\n');
}

function showWatched(home: HomeHistoryAnswer['watches'][number]): string {
  const { route, watch_id, watched_since, gaps, states, states_left_out: left } = home;
  const before = home.previous_source_id;
  const lines = [
    `${route}, watch ${watch_id}, since ${minuteOf(watched_since)}`,
    ...(left > 0 ? [`${counted(left, 'older state')} not shown`] : []),
    ...(before === null ? [] : [`before it was ${oneLine(before)}`]),
    showTable(
      states.map(({ from, to, values, ended_by, next_source_id }) => ({
        from: minuteOf(from),
        to: minuteOf(to),
        values: valuesText(values),
        ended_by: oneLine([ended_by ?? 'holds', next_source_id ?? ''].join(' ').trim()),
      })),
    ),
    ...gaps.map(({ from, to }) =>
      to === null
        ? `no run since ${minuteOf(from)}`
        : `no run from ${minuteOf(from)} to ${minuteOf(to)}`,
    ),
  ];
  return lines.join('\n');
}
