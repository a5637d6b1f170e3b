/** The first bytes of a stream, and the stream as if nobody had looked. */
export interface Peeked {
  readonly head: Buffer;
  /** What went wrong while looking. */
  readonly failure: { readonly error: unknown } | undefined;
  readonly chunks: AsyncIterable<Buffer>;
}

/**
 * Looks at the first bytes: as many as come until `isEnough` of them, or `most`, or the end. What goes wrong on the way
 * is thrown where it stands in the stream, to whoever reads it.
 */
export async function peek(
  chunks: AsyncIterable<Buffer>,
  most: number,
  isEnough: (head: Buffer) => boolean,
): Promise<Peeked> {
  const rest = chunks[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  let failure: { readonly error: unknown } | undefined;
  try {
    while (head.length < most && !isEnough(head)) {
      const next = await rest.next();
      if (next.done === true) break;
      head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
    }
  } catch (error) {
    failure = { error };
  }
  return { head: head.subarray(0, most), failure, chunks: following(head, rest, failure) };
}

/** Closes what a stream holds open that nobody reads on: a file, a connection. */
export async function letGo({ chunks }: Peeked): Promise<void> {
  const iterator = chunks[Symbol.asyncIterator]();
  // Of a generator that has not begun nothing is closed.
  await iterator.next();
  await iterator.return?.();
}

async function* following(
  head: Buffer,
  rest: AsyncIterator<Buffer>,
  failure: { readonly error: unknown } | undefined,
): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    if (failure !== undefined) throw failure.error;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
