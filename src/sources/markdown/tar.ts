import { fileFailure, type FileFailure } from '../file-failure.ts';

/** Limits in bytes: on an archive, and on a header that extends another. */
const LARGEST_ARCHIVE = 1024 * 1024 * 1024;
const LARGEST_HEADER = 64 * 1024;
const BLOCK = 512;

/** A file of an archive. */
export interface TarFile {
  /** With slashes. */
  readonly name: string;
  /** Undefined: larger than asked for, and skipped. */
  readonly bytes: Buffer | undefined;
}

/** Whether it begins like a tar archive. @param head its first characters, at least 512 */
export function looksLikeTar(head: string): boolean {
  return /^[^\0]{1,100}\0/.test(head) && head.slice(0, MAGIC + 5).includes('ustar');
}

const MAGIC = 257;

/**
 * The files of a tar archive with their names, in its order: POSIX (ustar, and pax for long names) and GNU. Links,
 * devices and folders have no bytes.
 *
 * @param most of a file that is read, in bytes @throws FileFailure
 */
export async function* tarFiles(chunks: AsyncIterable<Buffer>, most: number): AsyncGenerator<TarFile> {
  const archive = new Blocks(chunks);
  let long: string | undefined;
  try {
    for (;;) {
      const header = await archive.take(BLOCK);
      if (header.every((byte) => byte === 0)) break;
      const { type, size } = headerOf(header);
      const isName = type === 'x' || type === 'L';
      if (isName && size > LARGEST_HEADER) throw damaged();
      const bytes = isName || size <= most ? await archive.take(size) : undefined;
      await archive.skip((bytes === undefined ? size : 0) + ((BLOCK - (size % BLOCK)) % BLOCK));
      if (isName) long = type === 'L' ? text(bytes) : (paxPath(text(bytes)) ?? long);
      // Headers of the whole archive are no files.
      else if (type !== 'g') {
        yield { name: long ?? nameOf(header), bytes };
        long = undefined;
      }
    }
    await archive.rest();
  } finally {
    await archive.close();
  }
}

function headerOf(header: Buffer): { readonly type: string; readonly size: number } {
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (sum !== numberIn(header, 148, 8)) throw damaged();
  const type = text(header, 156, 1);
  const size = numberIn(header, 124, 12);
  if (!Number.isSafeInteger(size) || size < 0) throw damaged();
  return { type, size: /[1-6]/.test(type) ? 0 : size };
}

/** GNU's own form has something else in place of the prefix. */
function nameOf(header: Buffer): string {
  const prefix = text(header, MAGIC, 8) === 'ustar' && header[MAGIC + 6] === 0x30 ? text(header, 345, 155) : '';
  return prefix === '' ? text(header, 0, 100) : `${prefix}/${text(header, 0, 100)}`;
}

function text(bytes: Buffer = Buffer.alloc(0), from = 0, length = bytes.length): string {
  return bytes.toString('utf8', from, from + length).replace(/\0.*$/su, '');
}

/** In octal. Sizes over 8 GiB are in base 256; they are over all limits, and refused as damage. */
function numberIn(header: Buffer, from: number, length: number): number {
  return Number.parseInt(text(header, from, length).trim() || '0', 8);
}

/** Records of `length name=value\n` (POSIX.1, pax). */
function paxPath(records: string): string | undefined {
  return /(?:^|\n)\d{1,6} path=([^\n]+)\n/u.exec(records)?.[1];
}

function damaged(): FileFailure {
  return fileFailure('damaged-file', 'The archive is damaged or incomplete.', 'Copy or download it again.');
}

/** The bytes of an archive, some at a time. */
class Blocks {
  readonly #chunks: AsyncIterator<Buffer>;
  #left: Buffer = Buffer.alloc(0);
  #size = 0;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async take(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.#parts(size)) parts.push(part);
    return Buffer.concat(parts);
  }

  async skip(size: number): Promise<void> {
    for await (const _ of this.#parts(size));
  }

  /** To the end, so that errors of unpacking show. */
  async rest(): Promise<void> {
    while (await this.#next());
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async *#parts(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0;) {
      if (this.#left.length === 0 && !(await this.#next())) throw damaged();
      const part = this.#left.subarray(0, left);
      this.#left = this.#left.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async #next(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done === true) return false;
    this.#left = next.value;
    this.#size += next.value.length;
    if (this.#size > LARGEST_ARCHIVE) {
      const what = `It unpacks to more than ${LARGEST_ARCHIVE / 1024 / 1024} MiB.`;
      throw fileFailure('too-large', what, 'Use an archive of the folder that has the talks.');
    }
    return true;
  }
}
