import { MATERIAL_TYPES } from '#catalogue/material.ts';
import { KINDS } from '#search/query/value-forms.ts';
import { listSchema, nullable, objectSchema, PLACE_ID_SCHEMA, ref, SLUG_SCHEMA, textSchema } from './json-schema.ts';
import type { Schema } from './json-schema.ts';

export type OpenapiDocument = Readonly<Record<string, unknown>>;

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
const NAME_LIST_SCHEMAS = {
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

const TIMESTAMP = {
  type: 'string',
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$',
  description: 'UTC, always exactly `yyyy-mm-ddThh:mm:ssZ`',
};

const PEOPLE = {
  speakers: listSchema(ref('Person'), 'In the order given by the organiser'),
  hosts: listSchema(ref('Person'), 'In the order given by the organiser'),
  organisers: listSchema(ref('Person'), 'In the order given by the organiser'),
};

const ALTERNATE = listSchema(ref('Alternate'), 'The same talks in formats that other programs take over');

const PAGES = {
  self: ref('Link'),
  next: nullable(ref('Link'), 'The next page; null on the last'),
  prev: nullable(ref('Link'), 'The page before; null on the first'),
  ics: ref('Link'),
  alternate: ALTERNATE,
};

const PAGED_LINKS = objectSchema(PAGES);

const TOTAL = { type: 'integer', minimum: 0, description: 'How many talks match, on all pages' };

const TALK_LINKS = objectSchema({ self: ref('Link'), talks_page: ref('Link'), ics: ref('Link') });

const TALK_EMBEDDED = objectSchema({
  ...PEOPLE,
  various_speakers: { type: 'boolean', description: 'Whether there are more speakers than are named' },
  venue: nullable(ref('Venue'), 'Where it is; null when not known'),
  organising_department: nullable(ref('Department'), 'Who puts it on; null when not known'),
  topics: listSchema(ref('Topic'), 'In the order given by the organiser'),
});

const MATERIAL = objectSchema({
  type: { type: 'string', enum: MATERIAL_TYPES, description: 'What it is' },
  url: textSchema('An http or https address', 'https://video.example.org/watch/1234'),
  title: textSchema('May be empty'),
});

const IMAGE = objectSchema({
  url: textSchema('Absolute http or https address', 'https://talks.example.org/images/moss.jpg'),
  alt: textSchema('Alternative text: what it shows; may be empty'),
});

/** Left out if there is none. */
const PICTURE = ref('Image');

const TALK_PROPERTIES = {
  _links: TALK_LINKS,
  title_display: textSchema('The title'),
  untitled: {
    type: 'boolean',
    description: 'True where the title is only the words that it is to be announced; left out of every other talk',
  },
  slug: { ...SLUG_SCHEMA, description: 'The identifier of the talk' },
  start: TIMESTAMP,
  end: TIMESTAMP,
  all_day: {
    type: 'boolean',
    description:
      "True where the talk has days and no hours: `start` and `end` are then midnights of the service's time zone, the end exclusive",
  },
  timezone: textSchema('IANA name of the time zone of `formatted_date` and `formatted_time`', 'Europe/London'),
  formatted_date: textSchema('Start, for people', '6 October 2015, 11:00'),
  formatted_time: { ...textSchema('Start, clock time', '11:00'), pattern: '^[0-9]{2}:[0-9]{2}$' },
  status: {
    type: 'string',
    enum: ['published', 'preparation', 'cancelled'],
    description: 'Whether it can be relied on',
  },
  description: textSchema('The whole text; may be empty'),
  special_message: textSchema('A notice for people who plan to attend; may be empty'),
  audience: textSchema('For whom; may be empty'),
  booking_required: textSchema('Whether one must book, in words; may be empty', 'Required'),
  booking_url: textSchema('Where to book; may be empty'),
  booking_email: textSchema('Whom to write to in order to book; may be empty'),
  cost: textSchema('May be empty'),
  materials: listSchema(ref('Material'), 'Recordings, slides and the like; left out of talks without any'),
  image: PICTURE,
  location_details: textSchema('The room, or how to find it; may be empty'),
  location_summary: nullable(
    { type: 'string' },
    "The venue's name, `location_details` and the venue's address, those that there are; for a venue without an " +
      'address, the names of the places around it up to the first with one, and its address; null without a venue',
  ),
  online_url: textSchema('Where to join online; may be empty', 'https://video.example.org/moss'),
  series: nullable(
    objectSchema({ slug: SLUG_SCHEMA, title: { type: 'string' } }),
    'The series that it belongs to, if any',
  ),
  organiser_email: textSchema('May be empty'),
  url: textSchema("Absolute address of the talk's page"),
  updated: { ...TIMESTAMP, description: 'When the talk last changed' },
  _embedded: TALK_EMBEDDED,
};

const { _links, ...TALK_REST } = TALK_PROPERTIES;

/** Schemas of the JSON representation (`application/json`), which docs and tests use too. */
export const SCHEMAS: Readonly<Record<string, Schema>> = {
  Link: objectSchema({ href: textSchema('An address, relative to the base address or absolute') }),
  Alternate: objectSchema({
    href: textSchema('An address, relative to the base address or absolute'),
    type: textSchema('Media type', 'text/calendar'),
    title: textSchema('The name of the format', 'iCalendar'),
  }),
  Topic: objectSchema({
    uri: textSchema('Identifies the subject heading', 'http://id.worldcat.org/fast/1012163'),
    label: { type: 'string' },
  }),
  Material: MATERIAL,
  Image: IMAGE,
  Person: objectSchema(
    {
      _links: objectSchema({ self: ref('Link'), talks_page: ref('Link') }),
      name: { type: 'string' },
      bio: textSchema('Affiliation; may be empty'),
      image: PICTURE,
      slug: SLUG_SCHEMA,
    },
    ['image'],
  ),
  Venue: objectSchema(
    {
      _links: objectSchema({ self: ref('Link') }),
      name: { type: 'string' },
      map_link: textSchema('On the maps service, or on OpenStreetMap; protocol-relative'),
      address: textSchema('Left out when not known'),
    },
    ['address'],
  ),
  Department: objectSchema({
    _links: objectSchema({ self: ref('Link') }),
    name: { type: 'string' },
    map_link: textSchema('On the maps service, or on OpenStreetMap; protocol-relative'),
    address: textSchema('May be empty'),
  }),
  Talk: objectSchema({ _links, title: textSchema('The title'), ...TALK_REST }, ['untitled', 'materials', 'image']),
  TalkItem: objectSchema(TALK_PROPERTIES, ['untitled', 'materials', 'image']),
  SearchResult: objectSchema(
    {
      _links: objectSchema({ ...PAGES, changes: ref('Link') }, ['changes']),
      total: {
        ...TOTAL,
        description: `${TOTAL.description}; with \`updated_since\`, how many talks and removals follow`,
      },
      facets: {
        type: 'object',
        additionalProperties: listSchema(ref('FacetValue'), 'The value that would find the most talks first'),
        description: 'Only with `facets`: by the name of a parameter, its values',
      },
      _embedded: objectSchema(
        {
          talks: listSchema(
            ref('Talk'),
            'In the order of start, then slug, unless it is by relevance; with `updated_since` in the order in which they changed',
          ),
          removed: listSchema(
            ref('RemovedTalk'),
            'Only with `updated_since`: talks that do not match, or no longer, or are gone. Some may never have matched',
          ),
        },
        ['removed'],
      ),
    },
    ['facets'],
  ),
  FacetValue: objectSchema(
    {
      value: textSchema('As the parameter takes it'),
      name: textSchema('Left out of values that are words of the interface'),
      count: {
        type: 'integer',
        minimum: 0,
        description: 'How many talks there would be with this value alone for its parameter',
      },
    },
    ['name'],
  ),
  RemovedTalk: objectSchema({ _links: objectSchema({ self: ref('Link') }), slug: SLUG_SCHEMA }),
  Series: objectSchema(
    {
      _links: objectSchema({ self: ref('Link'), talks_page: ref('Link'), ics: ref('Link'), alternate: ALTERNATE }),
      title: { type: 'string' },
      slug: SLUG_SCHEMA,
      description: textSchema('May be empty'),
      occurence: textSchema('When it happens, in words; may be empty (spelled so)'),
      web_address: textSchema('May be empty'),
      image: PICTURE,
      _embedded: objectSchema({ talks: listSchema(ref('TalkItem'), 'In the order of start, then slug') }),
    },
    ['image'],
  ),
  Collection: objectSchema({
    _links: objectSchema({ talks_page: ref('Link'), ics: ref('Link'), alternate: ALTERNATE }),
    title: { type: 'string' },
    slug: SLUG_SCHEMA,
    description: textSchema('May be empty'),
    _embedded: objectSchema({ talks: listSchema(ref('TalkItem'), 'In the order of start, then slug') }),
  }),
  PersonWithTalks: objectSchema(
    {
      _links: objectSchema({ self: ref('Link'), talks_page: ref('Link'), ics: ref('Link'), alternate: ALTERNATE }),
      slug: SLUG_SCHEMA,
      name: { type: 'string' },
      bio: textSchema('Affiliation; may be empty'),
      web_address: textSchema('May be empty'),
      image: PICTURE,
      _embedded: objectSchema({
        talks: listSchema(ref('TalkItem'), 'Those that they speak at, in the order of start, then slug'),
      }),
    },
    ['image'],
  ),
  PlaceWithTalks: objectSchema({
    _links: PAGED_LINKS,
    id: { ...PLACE_ID_SCHEMA, description: 'The identifier of the place' },
    name: { type: 'string' },
    address: textSchema('May be empty'),
    map_link: textSchema('On the maps service, or on OpenStreetMap; protocol-relative'),
    total: TOTAL,
    _embedded: objectSchema({ talks: listSchema(ref('TalkItem'), 'In the order of start, then slug') }),
  }),
  TopicWithTalks: objectSchema({
    _links: PAGED_LINKS,
    uri: textSchema('Identifies the subject heading', 'http://id.worldcat.org/fast/1012163'),
    label: { type: 'string' },
    total: TOTAL,
    _embedded: objectSchema({ talks: listSchema(ref('TalkItem'), 'In the order of start, then slug') }),
  }),
  Suggestions: objectSchema({
    _links: objectSchema({ self: ref('Link') }),
    _embedded: objectSchema({ suggestions: listSchema(ref('Suggestion'), 'The best first') }),
  }),
  Suggestion: objectSchema(
    {
      _links: objectSchema({ self: ref('Link'), talks_page: ref('Link') }),
      kind: { type: 'string', enum: KINDS },
      id: textSchema('The slug, identifier or URI, as searches take it'),
      name: { type: 'string' },
      affiliation: textSchema('Only of people, departments and venues that share a name: what tells them apart'),
      talks: { type: 'integer', minimum: 0, description: 'How many talks there are; left out of collections' },
      upcoming: { type: 'integer', minimum: 0, description: 'How many of them start today or later' },
    },
    ['affiliation', 'talks', 'upcoming'],
  ),
  ...NAME_LIST_SCHEMAS,
  EntryPoint: {
    type: 'object',
    properties: {
      _links: {
        type: 'object',
        additionalProperties: objectSchema({ href: { type: 'string' }, templated: { type: 'boolean' } }, ['templated']),
      },
    },
    required: ['_links'],
  },
  Problem: objectSchema(
    {
      type: textSchema('Identifies the kind of problem, and leads to what explains it'),
      title: textSchema('The kind of problem, in words'),
      status: { type: 'integer' },
      detail: textSchema('What was wrong this time'),
      errors: listSchema(
        objectSchema({
          parameter: textSchema('As it was named in the request'),
          detail: textSchema('What is wrong with it'),
        }),
        'One for each bad parameter',
      ),
    },
    ['errors'],
  ),
};
