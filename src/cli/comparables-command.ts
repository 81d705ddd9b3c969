/** `rowhouse comparables`: an estimate of a home, and the sales that it is made of. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ComparablesAnswer, ComparablesQuery, Rowhouse } from '#client/index.js';
import { PRICE_KINDS, type PriceKind } from '#contract/comparables.js';
import { camelCase } from '#contract/routes.js';
import { ASKED_PROPERTY_TYPES } from '#contract/values.js';
import { addCallerOptions, type CallerSettings, UUID } from './caller-options.js';
import { callOnce } from './resource-commands.js';
import type { Terminal } from './run-search.js';
import { flagOf } from './search-messages.js';
import { showComparables } from './show-comparables.js';

const EXAMPLES = `
Examples:
  rowhouse comparables "12 Oak St #4, Denver, CO 80206"
  rowhouse comparables --lat 39.74 --lng -104.95 --living-area-sqft 1500 --beds 3
  rowhouse comparables 6f1c2d3e-4b5a-8c6d-9e7f-0a1b2c3d4e5f --kind rent --json

Facts given here take precedence over stored ones. Free.`;

/** Facts of the home: the member of the body, which names the option, and its meaning. */
const FACTS = [
  ['lat', 'latitude in degrees, with --lng'],
  ['lng', 'longitude in degrees'],
  ['beds', 'bedrooms'],
  ['baths', 'bathrooms'],
  ['living_area_sqft', 'living area in square feet'],
  ['lot_area_sqft', 'lot area in square feet'],
  ['year_built', 'year of construction'],
] as const satisfies readonly (readonly [keyof ComparablesQuery, string])[];

type Options = Readonly<Record<string, unknown>> & { readonly kind: PriceKind };

/** Requests the home named by the words, or the one that the facts describe. */
function askFor(
  client: Rowhouse,
  words: readonly string[],
  options: Options,
): Promise<ComparablesAnswer> {
  const named = words.join(' ').trim();
  const { kind, propertyType } = options;
  if (UUID.test(named)) return client.homeComparables(named, { kind });
  const facts = FACTS.flatMap(([member]) => {
    const value = options[camelCase(member)];
    return value === undefined ? [] : [[member, value]];
  });
  return client.comparables({
    kind,
    ...(named !== '' && { address: named }),
    ...(propertyType !== undefined && { property_type: propertyType }),
    ...Object.fromEntries(facts),
  } as ComparablesQuery);
}

function numberOf(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value))
    throw new InvalidArgumentError('Not a number.');
  return value;
}

/** Adds the command to the program. */
export function addComparables(root: Command, caller: CallerSettings, terminal: Terminal): void {
  const command = root
    .command('comparables')
    .description('an estimate of a home, and the past sales that it is made of')
    .argument('[home...]', 'the address in one line, or extras.home_id of a row')
    .addOption(
      new Option('--kind <kind>', 'sale prices or monthly rents')
        .choices(PRICE_KINDS)
        .default('sale'),
    )
    .addOption(new Option('--property-type <type>', 'home type').choices(ASKED_PROPERTY_TYPES))
    .option('--json', 'print JSON');
  for (const [name, meaning] of FACTS) command.option(`${flagOf(name)} <n>`, meaning, numberOf);
  addCallerOptions(command, caller)
    .addHelpText('after', EXAMPLES)
    .action((words: readonly string[]) => {
      const call = (client: Rowhouse) => askFor(client, words, command.opts());
      return callOnce(command, caller, terminal, call, (answer) =>
        showComparables(answer).trimEnd(),
      );
    });
}
