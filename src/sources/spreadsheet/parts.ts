import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { FileFailure, fileFailure } from '../file-failure.ts';
import { xmlBatches } from '../xml/xml.ts';
import type { XmlItem } from '../xml/xml.ts';

/** Limit on the file, in bytes. It is held in memory, because a zip archive has its directory at the end. */
const LARGEST_FILE = 64 * 1024 * 1024;
/** Limit on unpacked bytes in all, counting each time a part is read. */
const LARGEST_UNPACKED = 1024 * 1024 * 1024;
/** A part that unpacks to more than `RATIO_FROM` bytes must not be over `LARGEST_RATIO` times its packed size. */
const RATIO_FROM = 32 * 1024 * 1024;
const LARGEST_RATIO = 250;
const MAX_PARTS = 10_000;

/** The parts of a zip archive, unpacked while they are read, within limits. */
export class ZipParts {
  readonly #file: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  #unpacked = 0;

  private constructor(file: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#file = file;
    this.#entries = entries;
  }

  /** @throws FileFailure */
  static async open(chunks: AsyncIterable<Buffer>): Promise<ZipParts> {
    const yauzl = await import('yauzl').catch(() => {
      throw fileFailure(
        'not-installed',
        NOT_INSTALLED,
        'Install Lectern without --omit=optional, or save the sheet as CSV.',
      );
    });
    const bytes = await wholeFile(chunks);
    return undamaged(async () => {
      const file = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
      const entries = new Map<string, Entry>();
      let count = 0;
      for await (const entry of file.eachEntry()) {
        entries.set(nameOf(entry.fileName), entry);
        // Not the size of the map, because names may repeat.
        if (++count > MAX_PARTS) throw fileFailure('too-large', `It has more than ${MAX_PARTS} parts.`, AS_CSV);
      }
      return new ZipParts(file, entries);
    });
  }

  /** As the archive has them, without folders. */
  get names(): readonly string[] {
    return [...this.#entries.values()].map(({ fileName }) => fileName).filter((name) => !name.endsWith('/'));
  }

  has(name: string): boolean {
    return this.#entries.has(nameOf(name));
  }

  /** The bytes of a part. @throws FileFailure when it does not exist or exceeds a limit */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(nameOf(name));
    if (entry === undefined) throw fileFailure('damaged-file', `Its part ${name} is missing.`, AS_CSV);
    if (entry.isEncrypted()) throw fileFailure('encrypted-file', ENCRYPTED, SAVE_OPEN);
    const stream = await undamaged(() => this.#file.openReadStreamPromise(entry));
    const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
    let size = 0;
    let checksum = 0;
    try {
      for (;;) {
        const next = await undamaged(() => chunks.next());
        if (next.done === true) break;
        checksum = crc32(next.value, checksum);
        size += next.value.length;
        this.#unpacked += next.value.length;
        const isBomb = size > RATIO_FROM && size > LARGEST_RATIO * entry.compressedSize;
        if (isBomb || this.#unpacked > LARGEST_UNPACKED) throw fileFailure('too-large', tooLarge(name, isBomb), AS_CSV);
        yield next.value;
      }
      // yauzl checks only the size.
      if (checksum !== entry.crc32) throw fileFailure('damaged-file', `Its part ${name} is damaged.`, COPY_AGAIN);
    } finally {
      stream.destroy();
    }
  }
}

const NOT_INSTALLED = 'Spreadsheets cannot be read, because the optional package yauzl is not installed.';
export const ENCRYPTED = 'It is protected with a password.';
export const SAVE_OPEN = 'Save it without a password.';

/** Part names are case-insensitive, and some programs write backslashes. */
function nameOf(name: string): string {
  return name.replaceAll('\\', '/').toLowerCase();
}

async function wholeFile(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > LARGEST_FILE)
      throw fileFailure('too-large', `It is larger than ${LARGEST_FILE / 1024 / 1024} MiB.`, AS_CSV);
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

/** Turns errors of yauzl and zlib into a failure: the file is damaged. */
async function undamaged<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FileFailure || !(error instanceof Error)) throw error;
    throw fileFailure('damaged-file', `The file is damaged or incomplete (${error.message}).`, COPY_AGAIN);
  }
}

function tooLarge(name: string, isBomb: boolean): string {
  return isBomb
    ? `Its part ${name} unpacks to more than ${LARGEST_RATIO} times its size.`
    : `It unpacks to more than ${LARGEST_UNPACKED / 1024 / 1024} MiB.`;
}

const COPY_AGAIN = 'Copy or download it again.';
const AS_CSV = 'If it is the right file, save the sheet as CSV.';

interface PartShape {
  readonly root: string;
  /** Elements inside the root whose children are items too. */
  readonly containers?: readonly string[];
  /** Name of the items that matter: other items that are too large are skipped. */
  readonly item: string;
  /** Limit on items, for callers that hold all of them in memory. */
  readonly most?: number;
}

/**
 * Streams the items of an XML part, one at a time. @param name of the part, for problems
 * @throws FileFailure
 */
export async function* partItems(
  name: string,
  chunks: AsyncIterable<Buffer>,
  { root, containers = [], item, most = Infinity }: PartShape,
): AsyncGenerator<XmlItem> {
  const shape = { roots: [root], containers: new Set([root, ...containers]) };
  let count = 0;
  for await (const { items, problems, failure } of xmlBatches(chunks, shape)) {
    count += items.length;
    if (count > most) throw tooMany(name, most);
    yield* items;
    const bad = failure ?? problems.find(({ where }) => where === item);
    // Without the line, which is one of the XML part and of no use to the operator.
    if (bad !== undefined) throw new FileFailure({ ...bad, where: name, line: 0, hint: SAVE_AGAIN });
  }
}

export const SAVE_AGAIN = 'Save it again with a spreadsheet program, or save the sheet as CSV.';

function tooMany(name: string, most: number): FileFailure {
  const what = `Its part ${name} has more than ${most.toLocaleString('en')} entries.`;
  return fileFailure('too-large', what, SAVE_AGAIN);
}

/** Whether spreadsheets can be read and written: false after `npm ci --omit=optional`. */
export function hasSpreadsheetPackages(): boolean {
  try {
    return ['yauzl', 'yazl'].every((name) => import.meta.resolve(name) !== '');
  } catch {
    return false;
  }
}
