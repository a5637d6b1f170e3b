import { UNIVERSITY } from '../support/catalogue/university.ts';
import { slugOf, talk, type WireRecord } from '../support/catalogue/wire-records.ts';

/** A response of 60 MB, more than any socket buffer holds. */
export const LARGE_ANSWER = '/api/talks/search?from=2026-01-01&count=1000';

export const WITH_LARGE_ANSWER: readonly WireRecord[] = [
  ...UNIVERSITY,
  ...Array.from({ length: 60 }, (_, n) =>
    talk(slugOf(1_000 + n), '2026-01-01T12:00:00Z', { description: `${String(n)} ${'d'.repeat(999_000)}` }),
  ),
];

/** Requests of other clients meanwhile. */
export const NORMAL_TARGETS = ['/', '/api', '/api/talks/search?from=2015-01-01&to=2015-12-31', '/search', '/healthz'];
