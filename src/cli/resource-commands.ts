/** Commands on resources of the account: one client call each, shown as text or JSON. */
import type { Command, Option } from 'commander';
import type { Rowhouse } from '#client/index.js';
import {
  addCallerOptions,
  type CallerSettings,
  connect,
  finish,
  readCaller,
} from './caller-options.js';
import { pipeTo, type Terminal } from './run-search.js';

interface NamedArgument {
  readonly name: string;
  readonly description: string;
  /** Throws InvalidArgumentError for an invalid text. */
  readonly read?: (text: string) => unknown;
}

export type Given = Readonly<Record<string, unknown>>;

/** What a command accepts besides the id of its resource. */
interface Takes {
  /** Replaces the id; null when it accepts neither. */
  readonly argument?: NamedArgument | null;
  readonly options?: () => readonly Option[];
  readonly help?: string;
  readonly alias?: string;
}

/** One command on a resource, or on all of them: its request, and its output for a person. */
export interface ResourceCommand extends Takes {
  readonly name: string;
  readonly description: string;
  readonly work: (client: Rowhouse, argument: string, given: Given) => Promise<object>;
  readonly show: (answer: never) => string;
}

/** Gives a command's answer and its output function the same type. */
export const row = <T extends object>(
  name: string,
  description: string,
  work: (client: Rowhouse, argument: string, given: Given) => Promise<T>,
  show: (answer: T) => string,
  takes: Takes = {},
): ResourceCommand => ({ name, description, work, show, ...takes });

/** Adds a command to its group; `id` is its argument unless it has another. */
export function addOne(
  group: Command,
  caller: CallerSettings,
  terminal: Terminal,
  one: ResourceCommand,
  id: NamedArgument,
  describe: (error: unknown) => string,
): void {
  const command = group.command(one.name).description(one.description);
  const argument = one.argument === undefined ? id : one.argument;
  if (argument !== null) {
    const { name, description, read = (text: string) => text } = argument;
    command.argument(`<${name}>`, description, read);
  }
  for (const option of one.options?.() ?? []) command.addOption(option);
  if (one.alias !== undefined) command.alias(one.alias);
  if (one.help !== undefined) command.addHelpText('after', one.help);
  addCallerOptions(command, caller)
    .option('--json', 'print JSON')
    .action(() => {
      const call = (client: Rowhouse, given: Given) =>
        one.work(client, command.args[0] ?? '', given);
      return callOnce(command, caller, terminal, call, one.show as Show, describe);
    });
}

type Show = (answer: object) => string;

/** Calls the service once, and prints the answer for a person, or the body as JSON. */
export async function callOnce<T extends object>(
  command: Command,
  caller: CallerSettings,
  terminal: Terminal,
  call: (client: Rowhouse, given: Given) => Promise<T>,
  show: (answer: T) => string,
  describe?: (error: unknown) => string,
): Promise<void> {
  const client = connect(readCaller(command, caller));
  const given = command.opts();
  const out = pipeTo(terminal.out, () => undefined);
  const work = call(client, given).then((answer) => {
    const { meta: _meta, ...body } = answer as { readonly meta?: unknown };
    return out.write(`${given.json === true ? JSON.stringify(body) : show(answer)}\n`);
  });
  await finish(work, terminal, describe);
}
