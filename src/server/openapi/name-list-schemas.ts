import {
  listSchema,
  nullable,
  objectSchema,
  PLACE_ID_SCHEMA,
  ref,
  SLUG_SCHEMA,
  textSchema,
  type Schema,
} from './schema.ts';

const COUNTS = {
  talks: { type: 'integer', minimum: 0, description: 'How many talks there are' },
  upcoming: { type: 'integer', minimum: 0, description: 'How many of them start today or later' },
};

const ENTRIES = { type: 'integer', minimum: 0, description: 'How many there are, on all pages' };

const AFFILIATION = textSchema('Only of people who share a name: what tells them apart');

/** Schema of a list of names. */
const TURNS = objectSchema({
  self: ref('Link'),
  next: nullable(ref('Link'), 'The next page; null on the last'),
  prev: nullable(ref('Link'), 'The page before; null on the first'),
});

/** A page of all records of a kind. */
function nameList(name: string, properties: Readonly<Record<string, Schema>>, missing: readonly string[] = []): Schema {
  const entry = objectSchema(
    { _links: objectSchema({ self: ref('Link'), talks_page: ref('Link') }), ...properties, ...COUNTS },
    missing,
  );
  return objectSchema({
    _links: TURNS,
    total: ENTRIES,
    _embedded: objectSchema({ [name]: listSchema(entry, 'By name') }),
  });
}

/** Lists of all records of a kind. */
export const NAME_LIST_SCHEMAS = {
  People: nameList('people', { slug: SLUG_SCHEMA, name: { type: 'string' }, affiliation: AFFILIATION }, [
    'affiliation',
  ]),
  SeriesList: nameList('series', { slug: SLUG_SCHEMA, title: { type: 'string' } }),
  Collections: nameList('collections', { slug: SLUG_SCHEMA, title: { type: 'string' } }),
  Topics: nameList('topics', { uri: { type: 'string' }, label: { type: 'string' } }),
  Places: objectSchema({
    _links: TURNS,
    total: ENTRIES,
    _embedded: objectSchema({ places: listSchema(ref('PlaceEntry'), 'By name') }),
  }),
  PlaceEntry: objectSchema(
    {
      _links: objectSchema({ self: ref('Link'), talks_page: ref('Link'), places: ref('Link') }, ['places']),
      id: PLACE_ID_SCHEMA,
      name: { type: 'string' },
      ...COUNTS,
      places: { type: 'integer', minimum: 0, description: 'How many places are directly under it' },
      _embedded: objectSchema({ places: listSchema(ref('PlaceEntry'), 'Those directly under it, by name') }),
    },
    ['_embedded'],
  ),
};
