/** `rowhouse home`: one home over all sources and over time. */
import { type Command, Option } from 'commander';
import type { HomeStoryAnswer, Rowhouse } from '#client/index.js';
import { homeCsv, homeNdjson } from '#contract/home-lines.js';
import {
  addCallerOptions,
  type CallerSettings,
  connect,
  finish,
  readCaller,
  UUID,
} from './caller-options.js';
import { pipeTo, type Terminal } from './run-search.js';
import { showHome } from './show-home.js';

type Story = Omit<HomeStoryAnswer, 'meta'>;

const FORMATS: Readonly<Record<string, (home: Story) => string>> = {
  text: (home) => `${showHome(home)}\n`,
  json: (home) => `${JSON.stringify(home)}\n`,
  csv: homeCsv,
  ndjson: homeNdjson,
};

const EXAMPLES = `
Examples:
  rowhouse home "12 Oak St #4, Austin, TX 78704"
  rowhouse home 6f1c2d3e-4b5a-8c6d-9e7f-0a1b2c3d4e5f --format csv

A home is known once a complete search or a run of a watch has shown it. Free.`;

/** Requests the home named by the words: an id, or an address, which may come in several words. */
function askFor(client: Rowhouse, words: readonly string[]): Promise<HomeStoryAnswer> {
  const named = words.join(' ').trim();
  return UUID.test(named) ? client.home(named) : client.homeAt(named);
}

/** Adds the command to the program. */
export function addHome(root: Command, caller: CallerSettings, terminal: Terminal): void {
  const command = root
    .command('home')
    .description('one home across all sources: current rows, observed prices and sales')
    .argument('<home...>', 'the address in one line, or extras.home_id of a row')
    .addOption(
      new Option('--format <format>', 'output format')
        .choices(Object.keys(FORMATS))
        .default('text'),
    )
    .option('--json', 'print JSON');
  addCallerOptions(command, caller)
    .addHelpText('after', EXAMPLES)
    .action(async (words: readonly string[]) => {
      const client = connect(readCaller(command, caller));
      const { json, format } = command.opts<{ json?: true; format: string }>();
      const write = FORMATS[json === true ? 'json' : format];
      const out = pipeTo(terminal.out, () => undefined);
      const work = askFor(client, words).then(({ meta: _meta, ...home }) =>
        out.write(write?.(home) ?? ''),
      );
      await finish(work, terminal);
    });
}
