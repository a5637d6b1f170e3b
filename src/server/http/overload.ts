import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Behind by more than this, the service takes no more work than it can; milliseconds. */
const BEHIND_AT_MOST = 1_000;
const LOOKED_AT_EVERY = 500;

/** Tells whether the event loop is so far behind that a new request had better come back later. */
export function overload(): () => boolean {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let looksBehind = 0;
  const timer = setInterval(() => {
    looksBehind = delay.mean / 1e6 > BEHIND_AT_MOST ? looksBehind + 1 : 0;
    delay.reset();
  }, LOOKED_AT_EVERY);
  timer.unref();
  // One long stall is over when it is seen.
  return () => looksBehind > 1;
}
