import type { IndexColumns } from '#search/index/columns.ts';

export type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array;

export interface ColumnType<T extends Column> {
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): T;
  readonly BYTES_PER_ELEMENT: number;
}

/** Returns the next column of a snapshot, as a typed array of this type. */
type NextColumn = <T extends Column>(type: ColumnType<T>) => T;

/** Builds an index from the columns of a snapshot, which are in the order of the members here. */
export function columnsFrom(next: NextColumn): IndexColumns {
  const numbers = () => next(Uint32Array);
  const keys = () => ({ offsets: numbers(), units: next(Uint16Array), slots: numbers() });
  const texts = () => ({ offsets: numbers(), bytes: next(Uint8Array) });
  const lists = () => ({
    offsets: numbers(),
    positions: numbers(),
    dense: numbers(),
    words: numbers(),
    ranks: numbers(),
  });
  const placeLists = () => ({ ...lists(), direct: numbers(), below: numbers() });
  return {
    talks: {
      starts: next(Float64Array),
      lengths: numbers(),
      slugs: numbers(),
      numbers: numbers(),
      updates: numbers(),
      marks: numbers(),
      refOffsets: numbers(),
      refs: numbers(),
    },
    talkSlots: numbers(),
    talkPositions: numbers(),
    keys: { person: keys(), series: keys(), place: keys(), topic: keys(), collection: keys() },
    names: { person: texts(), series: texts(), place: texts(), topic: texts(), collection: texts() },
    orders: {
      person: numbers(),
      series: numbers(),
      topic: numbers(),
      department: numbers(),
      venue: numbers(),
      collection: numbers(),
    },
    parents: numbers(),
    versions: { talk: numbers(), person: numbers(), series: numbers(), place: numbers(), topic: numbers() },
    removedTalks: { numbers: numbers(), slugs: numbers(), versions: numbers() },
    versionTimes: numbers(),
    postings: {
      person: lists(),
      host: lists(),
      series: lists(),
      topic: lists(),
      venue: placeLists(),
      department: placeLists(),
    },
  };
}

/** An empty index, with its members in the order of a snapshot. */
const LAYOUT = columnsFrom((type) => new type(new ArrayBuffer(0), 0, 0));

/** The columns of an index in the order of a snapshot. */
export function sectionsOf(columns: IndexColumns): Column[] {
  return [...sections(LAYOUT, columns)];
}

/** Which sections of an index, in order, are the same arrays as in the one before. */
export function sameSections(before: IndexColumns | undefined, now: IndexColumns): readonly boolean[] {
  const old = before === undefined ? [] : sectionsOf(before);
  return sectionsOf(now).map((section, at) => section === old[at]);
}

/**
 * Puts back the arrays of the index before. An array that is sent to another thread arrives as a new object, and what
 * is remembered about it there, such as the words of names, would have to be worked out again.
 * @param isSame as from sameSections
 */
export function withSameSections(
  now: IndexColumns,
  before: IndexColumns | undefined,
  isSame: readonly boolean[],
): IndexColumns {
  if (before === undefined) return now;
  const [fresh, old] = [sectionsOf(now), sectionsOf(before)];
  let at = 0;
  return columnsFrom((type) => {
    const section = (isSame[at] === true ? old : fresh)[at];
    at += 1;
    if (!(section instanceof type)) throw new TypeError('the index has other columns');
    return section;
  });
}

function* sections(layout: object, columns: object): Generator<Column> {
  const members: [string, unknown][] = Object.entries(layout);
  for (const [name, member] of members) {
    const part: unknown = Reflect.get(columns, name);
    if (isColumn(part)) yield part;
    else if (part instanceof Object && member instanceof Object) yield* sections(member, part);
  }
}

function isColumn(part: unknown): part is Column {
  return ArrayBuffer.isView(part) && !(part instanceof DataView);
}

const weights = new WeakMap<IndexColumns, ArrayBuffer>();

/**
 * Tells the garbage collector the size of an index. V8 ignores shared memory when it decides whether to collect, so
 * unreachable indexes would pile up with every import. It does count an ordinary buffer of the same size, which lives
 * as long as the columns and is never written to, so that the system allocates no memory for it. Call this in each
 * thread that has the columns.
 */
export function addGcPressure(columns: IndexColumns): void {
  const bytes = sectionsOf(columns).reduce((total, { byteLength }) => total + byteLength, 0);
  try {
    weights.set(columns, new ArrayBuffer(bytes));
  } catch {
    // The system does not overcommit memory. Old indexes are then collected later.
  }
}
