import { links, list, nullable, object, PLACE_ID_SCHEMA, ref, SLUG_SCHEMA, text, type Schema } from './schema.ts';

const COUNTS = {
  talks: { type: 'integer', minimum: 0, description: 'How many talks there are' },
  upcoming: { type: 'integer', minimum: 0, description: 'How many of them start today or later' },
};

const ENTRIES = { type: 'integer', minimum: 0, description: 'How many there are, on all pages' };

const AFFILIATION = text('Only of people who share a name: what tells them apart');

/** Schema of a list of names. */
const TURNS = links({
  self: ref('Link'),
  next: nullable(ref('Link'), 'The next page; null on the last'),
  prev: nullable(ref('Link'), 'The page before; null on the first'),
});

/** A page of all records of a kind. */
function nameList(name: string, properties: Readonly<Record<string, Schema>>, missing: readonly string[] = []): Schema {
  const entry = object(
    { _links: links({ self: ref('Link'), talks_page: ref('Link') }), ...properties, ...COUNTS },
    missing,
  );
  return object({ _links: TURNS, total: ENTRIES, _embedded: object({ [name]: list(entry, 'By name') }) });
}

/** Lists of all records of a kind. */
export const NAME_LIST_SCHEMAS = {
  People: nameList('people', { slug: SLUG_SCHEMA, name: { type: 'string' }, affiliation: AFFILIATION }, [
    'affiliation',
  ]),
  SeriesList: nameList('series', { slug: SLUG_SCHEMA, title: { type: 'string' } }),
  Collections: nameList('collections', { slug: SLUG_SCHEMA, title: { type: 'string' } }),
  Topics: nameList('topics', { uri: { type: 'string' }, label: { type: 'string' } }),
  Places: object({ _links: TURNS, total: ENTRIES, _embedded: object({ places: list(ref('PlaceEntry'), 'By name') }) }),
  PlaceEntry: object(
    {
      _links: object({ self: ref('Link'), talks_page: ref('Link'), places: ref('Link') }, ['places']),
      id: PLACE_ID_SCHEMA,
      name: { type: 'string' },
      ...COUNTS,
      places: { type: 'integer', minimum: 0, description: 'How many places are directly under it' },
      _embedded: object({ places: list(ref('PlaceEntry'), 'Those directly under it, by name') }),
    },
    ['_embedded'],
  ),
};
