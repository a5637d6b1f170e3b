/** Work that waits to go on. */
const waiting: (() => void)[] = [];

/**
 * Resolves when a piece of long work may go on. Each turn of the event loop continues one piece, the one that has waited
 * longest: however many requests for large documents there are, all others wait for a single piece of them, and not for
 * one of each.
 */
export function turnOfLongWork(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  const resolve = waiting.shift();
  // What it does before it waits again comes first, and then whatever has come in meanwhile.
  if (waiting.length > 0) setImmediate(goOn);
  resolve?.();
}
