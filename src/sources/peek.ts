/** The beginning of a stream, and the whole stream. */
export interface Peeked {
  readonly head: Buffer;
  /** Set if the stream failed while reading ahead. */
  readonly failure: { readonly error: unknown } | undefined;
  readonly chunks: AsyncIterable<Buffer>;
}

/**
 * Reads ahead until `isEnough`, `most` bytes, or the end. If the stream fails meanwhile, `chunks` throws the same error
 * when it gets there.
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

/** Closes a stream that will not be read: a file, a connection. */
export async function letGo({ failure, chunks }: Peeked): Promise<void> {
  // A stream that has failed is closed already.
  if (failure !== undefined) return;
  const iterator = chunks[Symbol.asyncIterator]();
  // A generator runs its `finally` only if it has started.
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
