import type { StoreState } from '#store/store.ts';

/** A position in the list of changes, sorted by the store version that changed or removed a talk, then by number. */
export interface ChangePoint {
  readonly version: number;
  readonly number: number;
}

/** Which changes to the results of a question to return. */
export interface ChangesFrom {
  /** Only changes after this one. */
  readonly after: ChangePoint;
  /** Changes up to this version of the store belong to the initial copy; later ones happened after it began. */
  readonly beginning: number;
  /**
   * The initial copy has the talks that changed at or after this time, in seconds since 1970-01-01T00:00:00Z. -Infinity
   * means every talk; talks that do not match are then not reported as removed.
   */
  readonly since: number;
}

/** What a client that mirrors the catalogue sends back to get the changes since. */
export interface ChangeCursor extends ChangesFrom {
  /** The state of the store when the cursor was issued: versions mean nothing in another store. */
  readonly state: StoreState;
  /** Fingerprint of the question that the cursor belongs to. */
  readonly fingerprint: string;
}

const FORMAT = 1;

/** The cursor as letters, digits, `-` and `_`. */
export function cursorText({ after, beginning, since, state, fingerprint }: ChangeCursor): string {
  const from = since === -Infinity ? null : since;
  const parts = [FORMAT, after.version, after.number, beginning, from, state.version, state.token, fingerprint];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Undefined for text that is not a cursor. */
export function readCursor(text: string): ChangeCursor | undefined {
  const parts = decoded(text);
  if (parts?.length !== 8 || parts[0] !== FORMAT) return undefined;
  const [, version, number, beginning, since, stateVersion, token, fingerprint] = parts;
  if (!isCount(version) || !isCount(number) || !isCount(beginning) || !isCount(stateVersion)) return undefined;
  if (since !== null && !isInteger(since)) return undefined;
  if (typeof token !== 'string' || typeof fingerprint !== 'string') return undefined;
  return {
    after: { version, number },
    beginning,
    since: since ?? -Infinity,
    state: { version: stateVersion, token },
    fingerprint,
  };
}

function decoded(text: string): readonly unknown[] | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : undefined;
  } catch {
    return undefined;
  }
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isCount(value: unknown): value is number {
  return isInteger(value) && value >= 0;
}
