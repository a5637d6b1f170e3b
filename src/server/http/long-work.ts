/** Work waiting to continue. */
const waiting: (() => void)[] = [];

/**
 * Resolves when a piece of long work may continue. Each turn of the event loop continues one piece,
 * the one that has waited longest: however many large documents are requested, other requests wait
 * for a single piece, not for one of each.
 */
export function turnOfLongWork(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  const resolve = waiting.shift();
  // Its work until it waits again runs first, then whatever has arrived meanwhile.
  if (waiting.length > 0) setImmediate(goOn);
  resolve?.();
}
