/**
 * Questions as agents ask them, answered by a script over the MCP endpoint against the sandbox: the
 * calls, credits and tokens of each, and whether the answer is the sandbox's truth. Exits with 1
 * where one is wrong. Usage: npm run bench -- questions
 */
import { isDeepStrictEqual } from 'node:util';
import { type Measured, measure } from '../test/mcp/questions/asker.js';
import { QUESTIONS } from '../test/mcp/questions/list.js';
import { openWorld } from '../test/mcp/questions/world.js';
import { median, printTable, show } from './support/numbers.js';

const world = await openWorld();
const measured: Measured[] = [];
for (const question of QUESTIONS) measured.push(await measure(world, question));
await world.close();

const resultOf = ({ answer, truth }: Measured): string => {
  if (truth === undefined) return 'not checked';
  return isDeepStrictEqual(answer, truth) ? 'true' : 'WRONG';
};
const callsOf = ({ calls }: Measured): string =>
  [...new Set(calls)]
    .map((name) => [name, calls.filter((one) => one === name).length] as const)
    .map(([name, times]) => (times === 1 ? name : `${name} x${times}`))
    .join(', ');

printTable(
  ['question', 'calls', 'credits', 'tokens', 'answer'],
  measured.map((one) => [
    one.ask,
    callsOf(one),
    show(one.credits),
    show(one.tokens),
    resultOf(one),
  ]),
);
const count = (result: string) => measured.filter((one) => resultOf(one) === result).length;
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
console.log(`
${measured.length} questions: ${count('true')} answers are the truth, ${count('WRONG')} are wrong, ${count('not checked')} are not checked.
${show(sum(measured.map(({ calls }) => calls.length)))} calls, ${show(sum(measured.map(({ credits }) => credits)))} credits, ${measured.filter(({ credits }) => credits === 0).length} questions free.
${show(median(measured.map(({ tokens }) => tokens)))} tokens of answers in the median, ${show(Math.max(...measured.map(({ tokens }) => tokens)))} at most.`);
for (const one of measured.filter((found) => resultOf(found) === 'WRONG')) {
  console.log(
    `\nWRONG: ${one.ask}\n  ${JSON.stringify(one.answer)}\n  ${JSON.stringify(one.truth)}`,
  );
  process.exitCode = 1;
}
