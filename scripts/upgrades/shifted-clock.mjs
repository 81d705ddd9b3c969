// Loaded before a service, it moves the clock of all its threads by SHIFTED_CLOCK_MS.
import { createRequire, syncBuiltinESMExports } from 'node:module';

const shiftMs = Number(process.env.SHIFTED_CLOCK_MS);
const realNow = Date.now;
const now = () => realNow() + shiftMs;
globalThis.Date = class extends Date {
  constructor(...words) {
    super(...(words.length === 0 ? [now()] : words));
  }
  static now() {
    return now();
  }
};
Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + shiftMs });

const threads = createRequire(import.meta.url)('node:worker_threads');
threads.Worker = class extends threads.Worker {
  constructor(file, options) {
    super(file, { ...options, execArgv: ['--import', import.meta.url] });
  }
};
syncBuiltinESMExports();
