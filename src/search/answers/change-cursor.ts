import { createHash } from 'node:crypto';
import type { StoreState } from '#store/store.ts';
import type { Question } from '../query/question.ts';

/** A place in the order of changes: by the version of the store in which a talk changed or went, then by its number. */
export interface ChangePoint {
  readonly version: number;
  readonly number: number;
}

/** Which changes are wanted of a question. */
export interface ChangesFrom {
  /** Those behind it. */
  readonly after: ChangePoint;
  /** Up to this version of the store, what is asked for is the beginning of a mirror and not what happened to it. */
  readonly beginning: number;
  /**
   * What the beginning is made of: talks that changed at or after this, in seconds since 1970-01-01T00:00:00Z; -Infinity
   * for all that there are, and then nothing need be said of those that there are not.
   */
  readonly since: number;
}

/** What a mirror gives back to be told what came after. */
export interface ChangeCursor extends ChangesFrom {
  /** In which state the store was when it was given out: versions mean nothing in another store. */
  readonly state: StoreState;
  /** Of the question that it belongs to. */
  readonly fingerprint: string;
}

const FORM = 1;

/** Letters, digits, `-` and `_`. */
export function cursorText({ after, beginning, since, state, fingerprint }: ChangeCursor): string {
  const from = since === -Infinity ? null : since;
  const parts = [FORM, after.version, after.number, beginning, from, state.version, state.token, fingerprint];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Undefined for what is no cursor. */
export function readCursor(text: string): ChangeCursor | undefined {
  const parts = partsOf(text);
  if (parts?.length !== 8 || parts[0] !== FORM) return undefined;
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

function partsOf(text: string): readonly unknown[] | undefined {
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

/** Stands for what is asked, but not for how much of it at a time. */
export function fingerprintOf({ window, page: _page, count: _count, order: _order, ...filters }: Question): string {
  // JSON has no infinities.
  const ends = [window.from, window.to].map(String);
  const asked = [ends, Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))];
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 16);
}
