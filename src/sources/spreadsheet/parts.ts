import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { FileFailure, fileFailure } from '../file-failure.ts';
import { xmlBatches, type XmlItem } from '../xml/xml.ts';

/** Limit on the file, in bytes. It is held in memory, because a zip archive has its directory at the end. */
const LARGEST_FILE = 64 * 1024 * 1024;
/** Limit on unpacked bytes in all, counting each time a part is read. */
const LARGEST_UNPACKED = 1024 * 1024 * 1024;
/** A part that unpacks to more than `RATIO_FROM` bytes must not be over `LARGEST_RATIO` times its packed size. */
const RATIO_FROM = 32 * 1024 * 1024;
const LARGEST_RATIO = 250;
export const MAX_PARTS = 10_000;

/** What an archive is read for, and how problems call it. */
export interface ArchiveKind {
  /** Whether an entry counts and may be read. */
  readonly isWanted: (name: string) => boolean;
  /** By which name an entry is found. @param name with slashes */
  readonly keyOf: (name: string) => string;
  /** What cannot be read without the package that unpacks: “Spreadsheets”. */
  readonly contents: string;
  /** Of an entry: “part”. */
  readonly one: string;
  readonly many: string;
  /** What to do if it is too large, or something is missing. */
  readonly hint: string;
  /** What to do without the package. */
  readonly instead: string;
}

/** Names of parts are case-insensitive. */
export const WORKBOOK: ArchiveKind = {
  isWanted: () => true,
  keyOf: (name) => name.toLowerCase(),
  contents: 'Spreadsheets',
  one: 'part',
  many: 'parts',
  hint: 'If it is the right file, save the sheet as CSV.',
  instead: 'save the sheet as CSV',
};

/** The parts of a zip archive, unpacked while they are read, within limits. */
export class ZipParts {
  /** The folder that has all entries, with its slash; `''`: none. An archive of a repository has one. */
  readonly root: string;
  readonly #file: ZipFile;
  readonly #kind: ArchiveKind;
  readonly #entries: ReadonlyMap<string, Entry>;
  #unpacked = 0;

  private constructor(file: ZipFile, kind: ArchiveKind, entries: ReadonlyMap<string, Entry>, root: string) {
    this.root = root;
    this.#file = file;
    this.#kind = kind;
    this.#entries = entries;
  }

  /** @throws FileFailure */
  static async open(chunks: AsyncIterable<Buffer>, kind: ArchiveKind): Promise<ZipParts> {
    const yauzl = await import('yauzl').catch(() => {
      const what = `${kind.contents} cannot be read, because the optional package yauzl is not installed.`;
      throw fileFailure('not-installed', what, `Install Lectern without --omit=optional, or ${kind.instead}.`);
    });
    const bytes = await wholeFile(chunks, kind);
    return undamaged(async () => {
      const file = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
      const entries = new Map<string, Entry>();
      let count = 0;
      let root: string | undefined;
      for await (const entry of file.eachEntry()) {
        const name = withSlashes(entry.fileName);
        root ??= name.slice(0, name.indexOf('/') + 1);
        if (!name.startsWith(root)) root = '';
        if (!kind.isWanted(name)) continue;
        entries.set(kind.keyOf(name), entry);
        // Not the size of the map, because names may repeat.
        if (++count > MAX_PARTS) throw tooManyParts(kind);
      }
      return new ZipParts(file, kind, entries, root ?? '');
    });
  }

  /** As the archive has them, with slashes, without folders. */
  get names(): readonly string[] {
    return [...this.#entries.values()]
      .map((entry) => withSlashes(entry.fileName))
      .filter((name) => !name.endsWith('/'));
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  #find(name: string): Entry | undefined {
    return this.#entries.get(this.#kind.keyOf(withSlashes(name)));
  }

  /** The bytes of a part. @throws FileFailure when it does not exist or exceeds a limit */
  async *read(name: string): AsyncGenerator<Buffer> {
    const { one, hint } = this.#kind;
    const entry = this.#find(name);
    if (entry === undefined) throw fileFailure('damaged-file', `Its ${one} ${name} is missing.`, hint);
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
        if (isBomb || this.#unpacked > LARGEST_UNPACKED)
          throw fileFailure('too-large', tooLarge(`${one} ${name}`, isBomb), hint);
        yield next.value;
      }
      // yauzl checks only the size.
      if (checksum !== entry.crc32) throw fileFailure('damaged-file', `Its ${one} ${name} is damaged.`, COPY_AGAIN);
    } finally {
      stream.destroy();
    }
  }
}

export function tooManyParts({ many, hint }: ArchiveKind): FileFailure {
  return fileFailure('too-large', `It has more than ${MAX_PARTS} ${many}.`, hint);
}

export const ENCRYPTED = 'It is protected with a password.';
export const SAVE_OPEN = 'Save it without a password.';

/** Some programs write backslashes. */
function withSlashes(name: string): string {
  return name.replaceAll('\\', '/');
}

async function wholeFile(chunks: AsyncIterable<Buffer>, { hint }: ArchiveKind): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > LARGEST_FILE)
      throw fileFailure('too-large', `It is larger than ${LARGEST_FILE / 1024 / 1024} MiB.`, hint);
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

function tooLarge(part: string, isBomb: boolean): string {
  return isBomb
    ? `Its ${part} unpacks to more than ${LARGEST_RATIO} times its size.`
    : `It unpacks to more than ${LARGEST_UNPACKED / 1024 / 1024} MiB.`;
}

const COPY_AGAIN = 'Copy or download it again.';

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
