/** Completion scripts generated from the command tree: static, so that TAB starts no process. */
import { Argument, type Command } from 'commander';
import { wrongUse } from './caller-options.js';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

interface Flag {
  readonly name: string;
  readonly description: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

/** One command: its words after `rowhouse`, and what may follow. */
interface Place {
  readonly words: readonly string[];
  readonly offers: readonly { readonly name: string; readonly description: string }[];
  readonly flags: readonly Flag[];
}

/** Adds the command to the program; the tree is read when it runs. */
export function addCompletion(root: Command, print: (text: string) => void): void {
  root
    .command('completion')
    .description('print a completion script for a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', '\nExample, for the current shell:\n  source <(rowhouse completion bash)')
    .exitOverride(wrongUse)
    .action((shell: Shell) => print(completionScript(root, shell)));
}

/** A shell's completion script for a program. */
export function completionScript(root: Command, shell: Shell): string {
  const places = placesOf(root, []);
  return shell === 'fish' ? fish(places) : shell === 'bash' ? bash(places) : zsh(places);
}

function placesOf(command: Command, words: readonly string[]): Place[] {
  const children = command.commands.map((one) => ({
    name: one.name(),
    description: one.description(),
  }));
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const place: Place = {
    words,
    offers: [...children, ...choices.map((name) => ({ name, description: '' }))],
    flags: command.options.map((option) => ({
      name: option.long ?? '',
      description: option.description,
      takesValue: option.required || option.optional,
      choices: option.argChoices ?? [],
    })),
  };
  return [place, ...command.commands.flatMap((one) => placesOf(one, [...words, one.name()]))];
}

const pathOf = (words: readonly string[]): string => words.map((word) => ` ${word}`).join('');
const listOf = ({ offers, flags }: Place): string =>
  [...offers, ...flags, { name: '--help' }].map(({ name }) => name).join(' ');

/** The cases shared by bash and zsh: the command, the values of a flag, the words at a position. */
function cases(places: readonly Place[]): string {
  const known = places
    .filter(({ words }) => words.length > 0)
    .map(({ words }) => `"${pathOf(words)}"`);
  const values = places.flatMap(({ words, flags }) =>
    flags
      .filter(({ takesValue }) => takesValue)
      .map(
        ({ name, choices }) =>
          `    "${pathOf(words)} ${name}") offered="${choices.join(' ')}"; value=1 ;;`,
      ),
  );
  const lists = places.map(
    (place) => `    "${pathOf(place.words)}") offered="${listOf(place)}" ;;`,
  );
  return `  for word in "\${before[@]}"; do
    case "$place $word" in
    ${known.join('|')}) place="$place $word" ;;
    esac
  done
  case "$place $previous" in
${values.join('\n')}
  esac
  [ "$value" = 1 ] || case "$place" in
${lists.join('\n')}
  esac`;
}

function bash(places: readonly Place[]): string {
  return `_rowhouse() {
  local word place='' offered='' value=0 current="\${COMP_WORDS[COMP_CWORD]}"
  local previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local before=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
${cases(places)}
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
complete -o default -F _rowhouse rowhouse`;
}

function zsh(places: readonly Place[]): string {
  return `#compdef rowhouse
_rowhouse() {
  local word place='' offered='' value=0 previous="\${words[CURRENT-1]}"
  local -a before
  before=("\${(@)words[2,CURRENT-1]}")
${cases(places)}
  if [ -n "$offered" ]; then compadd -- \${=offered}; else _files; fi
}
compdef _rowhouse rowhouse`;
}

function fish(places: readonly Place[]): string {
  const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = places.flatMap(({ words, offers, flags }) => {
    const here = words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
    const when = `-n ${quote(here === '' ? '__fish_use_subcommand' : here)}`;
    const named = offers.map(
      ({ name, description }) => `${when} -a ${quote(name)} -d ${quote(description)}`,
    );
    const flagged = flags.map(({ name, description, takesValue, choices }) => {
      const values =
        choices.length > 0 ? ` -x -a ${quote(choices.join(' '))}` : takesValue ? ' -r' : '';
      return `${when} -l ${name.replace('--', '')}${values} -d ${quote(description)}`;
    });
    return [...named, ...flagged].map((line) => `complete -c rowhouse -f ${line}`);
  });
  return lines.join('\n');
}
