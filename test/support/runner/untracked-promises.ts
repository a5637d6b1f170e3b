import { createHook } from 'node:async_hooks';

/**
 * Makes tests with many promises up to a third faster: node:test follows every promise with async_hooks, to name the
 * test that an uncaught error belongs to. Without that, such an error still fails its file, and the reporter shows it.
 * Tests and hooks that a `describe` defines after an `await` count as outside of it, so it must define hooks before.
 * Does nothing on versions of Node that cannot leave out promises.
 */
export function leavePromisesUntracked(): void {
  const hook = createHook({ trackPromises: false });
  const untracked = Object.getOwnPropertySymbols(hook).find((symbol) => Reflect.get(hook, symbol) === true);
  if (untracked === undefined) return;
  const prototype = Object.getPrototypeOf(hook) as { enable: (this: object) => object };
  const { enable } = prototype;
  prototype.enable = function () {
    Reflect.set(this, untracked, true);
    return enable.call(this);
  };
}
