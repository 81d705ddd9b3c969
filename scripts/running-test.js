// Which test runs, for node:test: its own way is a hook on every promise of the process, a fifth of
// the processor time of the suite. AsyncLocalStorage carries the same id at a quarter of the price.
// Import this before anything that loads node:test; other hooks of the process are left alone.
import hooks, { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';

const { createHook, executionAsyncId } = hooks;
const running = new AsyncLocalStorage();
/** Of the runner: enters a test or suite under its id. */
let enter = () => {};

const inert = { enable: () => inert, disable: () => inert };
hooks.createHook = ({ init }) => {
  enter = (test) => init(test.asyncId(), test.constructor.name, 0, test);
  return inert;
};
hooks.executionAsyncId = () => running.getStore() ?? executionAsyncId();

const { runInAsyncScope } = AsyncResource.prototype;
AsyncResource.prototype.runInAsyncScope = function runTest(fn, receiver, ...args) {
  // Nothing but a test, a suite or a hook of the runner has these.
  if (!Array.isArray(this.subtests)) return runInAsyncScope.call(this, fn, receiver, ...args);
  enter(this);
  const run = () => running.run(this.asyncId(), () => Reflect.apply(fn, receiver, args));
  return runInAsyncScope.call(this, run);
};

// The runner takes both when it is loaded.
await import('node:test');
Object.assign(hooks, { createHook, executionAsyncId });
