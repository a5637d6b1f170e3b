import type { SearchContent } from '#pages/search/search-content.ts';
import { personName } from '#pages/lists/groups.ts';
import { venueName } from '#pages/lists/when-and-where.ts';
import type { Facet } from '#search/answers/facets.ts';
import type { FacetKind } from '#search/query/page-question.ts';
import type { NamedValue } from '#search/query/request.ts';
import type { BrowseType } from '#search/index/list-type.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';

/** The display name of a parameter's value; the value itself if it has none. */
export function namesIn(index: TalkIndex | undefined): SearchContent['nameOf'] {
  return (parameter, value) => nameOf(index, parameter, value);
}

/** Whether the value of a parameter refers to a record. */
export function hasName(
  { names }: TalkIndex,
  { parameter, value }: { readonly parameter: string; readonly value: string },
): boolean {
  const type = NAMED_BY[parameter];
  return type !== undefined && names.of(type, value) !== undefined;
}

/** Maximum names in a title, which has no room for more. */
const MAX_SUBJECTS = 3;

/** The names in a query, for the title of the talks that it finds. */
export function subjectsOf(asked: readonly NamedValue[], index: TalkIndex): readonly string[] {
  const subjects = asked.filter(({ name }) => name in NAMED_BY).slice(0, MAX_SUBJECTS);
  return subjects.map(({ name, value }) => nameOf(index, name, value));
}

/** What a query asks for by identifiers that nothing here has. */
export function unknownIn(asked: readonly NamedValue[], index: TalkIndex): readonly NamedValue[] {
  return asked.filter(({ name, value }) => name in NAMED_BY && !hasName(index, { parameter: name, value }));
}

function nameOf(index: TalkIndex | undefined, parameter: string, value: string): string {
  const type = NAMED_BY[parameter];
  if (type === undefined) return value;
  const name = index?.names.of(type, value) ?? value;
  if (type === 'person') return speakerIn(index, value, name);
  return parameter === 'venue' ? venueIn(index, value, name) : name;
}

/** The kind of record that the values of each parameter refer to. */
const NAMED_BY: Readonly<Partial<Record<string, BrowseType | 'place'>>> = {
  speaker: 'person',
  host: 'person',
  series: 'series',
  venue: 'place',
  organising_department: 'place',
  topic: 'topic',
  collection: 'collection',
};

function venueIn(index: TalkIndex | undefined, id: string, name: string): string {
  return venueName(name, index?.places.venueAround(id) ?? '');
}

function speakerIn(index: TalkIndex | undefined, slug: string, name: string): string {
  return personName(name, index?.names.affiliation(slug));
}

/** The values of a facet, with names that distinguish them. */
export function displayed(index: TalkIndex, kind: FacetKind, values: readonly Facet[]): readonly Facet[] {
  if (kind !== 'venues' && kind !== 'speakers') return values;
  const known = displayNames(index)[kind];
  return values.map(({ key, name, count, isAsked }) => {
    let shown = known.get(key);
    if (shown === undefined) known.set(key, (shown = (kind === 'venues' ? venueIn : speakerIn)(index, key, name)));
    return { key, name: shown, count, isAsked };
  });
}

type DisplayNames = Readonly<Record<'venues' | 'speakers', Map<string, string>>>;

/** Cached names by index, then by key: every page shows the same twenty or so. */
const displayNamesByIndex = new WeakMap<TalkIndex, DisplayNames>();

function displayNames(index: TalkIndex): DisplayNames {
  let names = displayNamesByIndex.get(index);
  if (names === undefined) displayNamesByIndex.set(index, (names = { venues: new Map(), speakers: new Map() }));
  return names;
}
