/**
 * Asks an address every 10 ms, one call at a time, and prints a line a call: when it was sent (ms
 * since the Unix epoch) and how long the answer took (ms). A long answer is an event loop that was
 * blocked. Argument: the address.
 */
import { openCaller } from './caller.js';

const EVERY_MS = 10;
const [url = ''] = process.argv.slice(2);
const caller = openCaller(1);
process.once('SIGTERM', () => process.exit(0));
console.log('ready');
for (;;) {
  const sent = performance.timeOrigin + performance.now();
  const { tookMs } = await caller.get(url);
  console.log(`ping ${sent.toFixed(1)} ${tookMs.toFixed(2)}`);
  await new Promise((done) => setTimeout(done, Math.max(0, EVERY_MS - tookMs)));
}
