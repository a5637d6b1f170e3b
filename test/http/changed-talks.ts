import assert from 'node:assert/strict';
import fc from 'fast-check';
import { listAt, textAt, valueAt } from '../support/json-value.ts';
import { BASE_URL, type AskableServer } from '../support/http/server.ts';
import {
  organisation,
  person,
  series,
  slugOf,
  talk,
  topic,
  type WireRecord,
} from '../support/catalogue/wire-records.ts';

export const [BOTANY, MOSSES] = ['place:1', 'place:2'];
export const MOSS = 'http://topics.example.org/moss';
export const [ADA, PLANTS] = [slugOf(101), slugOf(201)];
export const TALKS = Array.from({ length: 8 }, (_, at) => slugOf(at + 1));
export const SEARCH = '/api/talks/search?from=2026-01-01';

interface Page {
  readonly talks: readonly unknown[];
  readonly removed: readonly string[];
  readonly total: unknown;
  readonly next: string | null;
  readonly later: string;
}

export async function pageAt(server: AskableServer, path: string): Promise<Page> {
  const found = await server.read(path);
  const link = (name: string): string => {
    const href = textAt(found, '_links', name, 'href');
    assert.ok(href.startsWith(BASE_URL), href);
    return href.slice(BASE_URL.length);
  };
  const removed = listAt(found, '_embedded', 'removed').map((one) => {
    assert.equal(textAt(one, '_links', 'self', 'href'), `/api/talks/${textAt(one, 'slug')}`);
    return textAt(one, 'slug');
  });
  assert.equal(valueAt(found, '_links', 'prev'), null);
  return {
    talks: listAt(found, '_embedded', 'talks'),
    removed,
    total: valueAt(found, 'total'),
    next: valueAt(found, '_links', 'next') === null ? null : link('next'),
    later: link('changes'),
  };
}

export interface Edit {
  readonly replace: boolean;
  readonly parent: string | null;
  readonly name: string;
  readonly title: string;
  readonly talks: readonly (Readonly<Record<string, unknown>> & { readonly slug: string; readonly day: string })[];
}

export const anyEdit: fc.Arbitrary<Edit> = fc.record({
  replace: fc.boolean(),
  parent: fc.constantFrom(null, BOTANY),
  name: fc.constantFrom('Ada', 'Ada Núñez'),
  title: fc.constantFrom('Plants', 'Plants & people'),
  talks: fc.uniqueArray(
    fc.record({
      slug: fc.constantFrom(...TALKS),
      day: fc.constantFrom('2025-12-31', '2026-01-01', '2026-03-04'),
      title: fc.constantFrom('Ferns', 'Mosses'),
      organising_department: fc.constantFrom(null, BOTANY, MOSSES),
      topics: fc.constantFrom([], [MOSS]),
      speakers: fc.constantFrom([], [ADA]),
      series: fc.constantFrom(null, PLANTS),
    }),
    { selector: ({ slug }) => slug, maxLength: TALKS.length },
  ),
});

let edits = 0;

export function recordsOf({ parent, name, title, talks }: Edit): WireRecord[] {
  edits += 1;
  return [
    organisation(BOTANY, { name: 'Botany' }),
    organisation(MOSSES, { name: 'Mosses', parent }),
    topic(MOSS),
    // Every import must change something, so that its arrival can be detected.
    topic('http://topics.example.org/none', { label: String(edits) }),
    person(ADA, { name }),
    series(PLANTS, { title }),
    ...talks.map(({ slug, day, ...fields }) => talk(slug, `${day}T12:00:00Z`, fields)),
  ];
}
