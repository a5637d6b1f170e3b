import { MATERIAL_TYPES } from '#catalogue/material.ts';
import { KINDS } from '#search/query/value-forms.ts';
import { NAME_LIST_SCHEMAS } from './name-list-schemas.ts';
import { links, list, nullable, object, PLACE_ID_SCHEMA, ref, SLUG_SCHEMA, text, type Schema } from './schema.ts';

export type OpenapiDocument = Readonly<Record<string, unknown>>;

const TIMESTAMP = {
  type: 'string',
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$',
  description: 'UTC, always exactly `yyyy-mm-ddThh:mm:ssZ`',
};

const PEOPLE = {
  speakers: list(ref('Person'), 'In the order given by the organiser'),
  hosts: list(ref('Person'), 'In the order given by the organiser'),
  organisers: list(ref('Person'), 'In the order given by the organiser'),
};

const ALTERNATE = list(ref('Alternate'), 'The same talks in formats that other programs take over');

const PAGES = {
  self: ref('Link'),
  next: nullable(ref('Link'), 'The next page; null on the last'),
  prev: nullable(ref('Link'), 'The page before; null on the first'),
  ics: ref('Link'),
  alternate: ALTERNATE,
};

const PAGED_LINKS = links(PAGES);

const TOTAL = { type: 'integer', minimum: 0, description: 'How many talks match, on all pages' };

const TALK_LINKS = links({ self: ref('Link'), talks_page: ref('Link'), ics: ref('Link') });

const TALK_EMBEDDED = object({
  ...PEOPLE,
  various_speakers: { type: 'boolean', description: 'Whether there are more speakers than are named' },
  venue: nullable(ref('Venue'), 'Where it is; null when not known'),
  organising_department: nullable(ref('Department'), 'Who puts it on; null when not known'),
  topics: list(ref('Topic'), 'In the order given by the organiser'),
});

const MATERIAL = object({
  type: { type: 'string', enum: MATERIAL_TYPES, description: 'What it is' },
  url: text('An http or https address', 'https://video.example.org/watch/1234'),
  title: text('May be empty'),
});

const IMAGE = object({
  url: text('Absolute http or https address', 'https://talks.example.org/images/moss.jpg'),
  alt: text('Alternative text: what it shows; may be empty'),
});

/** Left out if there is none. */
const PICTURE = ref('Image');

const TALK_PROPERTIES = {
  _links: TALK_LINKS,
  title_display: text('The title'),
  untitled: {
    type: 'boolean',
    description: 'True where the title is only the words that it is to be announced; left out of every other talk',
  },
  slug: { ...SLUG_SCHEMA, description: 'The identifier of the talk' },
  start: TIMESTAMP,
  end: TIMESTAMP,
  timezone: text('IANA name of the time zone of `formatted_date` and `formatted_time`', 'Europe/London'),
  formatted_date: text('Start, for people', '6 October 2015, 11:00'),
  formatted_time: { ...text('Start, clock time', '11:00'), pattern: '^[0-9]{2}:[0-9]{2}$' },
  status: {
    type: 'string',
    enum: ['published', 'preparation', 'cancelled'],
    description: 'Whether it can be relied on',
  },
  description: text('The whole text; may be empty'),
  special_message: text('What those who mean to come must know; may be empty'),
  audience: text('For whom; may be empty'),
  booking_required: text('Whether one must book, in words; may be empty', 'Required'),
  booking_url: text('Where to book; may be empty'),
  booking_email: text('Whom to write to in order to book; may be empty'),
  cost: text('May be empty'),
  materials: list(ref('Material'), 'Recordings, slides and the like; left out of talks without any'),
  image: PICTURE,
  location_details: text('The room, or how to find it; may be empty'),
  location_summary: nullable(
    { type: 'string' },
    "The venue's name, `location_details` and the venue's address, those that there are; null without a venue",
  ),
  series: nullable(object({ slug: SLUG_SCHEMA, title: { type: 'string' } }), 'The series that it belongs to, if any'),
  organiser_email: text('May be empty'),
  url: text("Absolute address of the talk's page"),
  updated: { ...TIMESTAMP, description: 'When the talk last changed' },
  _embedded: TALK_EMBEDDED,
};

const { _links, ...TALK_REST } = TALK_PROPERTIES;

/** Schemas of the JSON representation (`application/json`), which docs and tests use too. */
export const SCHEMAS: Readonly<Record<string, Schema>> = {
  Link: object({ href: text('An address, relative to the base address or absolute') }),
  Alternate: object({
    href: text('An address, relative to the base address or absolute'),
    type: text('Media type', 'text/calendar'),
    title: text('The name of the format', 'iCalendar'),
  }),
  Topic: object({
    uri: text('Identifies the subject heading', 'http://id.worldcat.org/fast/1012163'),
    label: { type: 'string' },
  }),
  Material: MATERIAL,
  Image: IMAGE,
  Person: object(
    {
      _links: links({ self: ref('Link'), talks_page: ref('Link') }),
      name: { type: 'string' },
      bio: text('Affiliation; may be empty'),
      image: PICTURE,
      slug: SLUG_SCHEMA,
    },
    ['image'],
  ),
  Venue: object(
    {
      _links: links({ self: ref('Link') }),
      name: { type: 'string' },
      map_link: text('On the maps service, or on OpenStreetMap; protocol-relative'),
      address: text('Left out when not known'),
    },
    ['address'],
  ),
  Department: object({
    _links: links({ self: ref('Link') }),
    name: { type: 'string' },
    map_link: text('On the maps service, or on OpenStreetMap; protocol-relative'),
    address: text('May be empty'),
  }),
  Talk: object({ _links, title: text('The title'), ...TALK_REST }, ['untitled', 'materials', 'image']),
  TalkItem: object(TALK_PROPERTIES, ['untitled', 'materials', 'image']),
  SearchResult: object(
    {
      _links: object({ ...PAGES, changes: ref('Link') }, ['changes']),
      total: {
        ...TOTAL,
        description: `${TOTAL.description}; with \`updated_since\`, how many talks and removals follow`,
      },
      facets: {
        type: 'object',
        additionalProperties: list(ref('FacetValue'), 'The value that would find the most talks first'),
        description: 'Only with `facets`: by the name of a parameter, its values',
      },
      _embedded: object(
        {
          talks: list(
            ref('Talk'),
            'In the order of start, then slug, unless it is by relevance; with `updated_since` in the order in which they changed',
          ),
          removed: list(
            ref('RemovedTalk'),
            'Only with `updated_since`: talks that do not match, or no longer, or are gone. Some may never have matched',
          ),
        },
        ['removed'],
      ),
    },
    ['facets'],
  ),
  FacetValue: object(
    {
      value: text('As the parameter takes it'),
      name: text('Left out of values that are words of the interface'),
      count: {
        type: 'integer',
        minimum: 0,
        description: 'How many talks there would be with this value alone for its parameter',
      },
    },
    ['name'],
  ),
  RemovedTalk: object({ _links: links({ self: ref('Link') }), slug: SLUG_SCHEMA }),
  Series: object(
    {
      _links: links({ self: ref('Link'), talks_page: ref('Link'), ics: ref('Link'), alternate: ALTERNATE }),
      title: { type: 'string' },
      slug: SLUG_SCHEMA,
      description: text('May be empty'),
      occurence: text('When it happens, in words; may be empty (spelled so)'),
      web_address: text('May be empty'),
      image: PICTURE,
      _embedded: object({ talks: list(ref('TalkItem'), 'In the order of start, then slug') }),
    },
    ['image'],
  ),
  Collection: object({
    _links: links({ talks_page: ref('Link'), ics: ref('Link'), alternate: ALTERNATE }),
    title: { type: 'string' },
    slug: SLUG_SCHEMA,
    description: text('May be empty'),
    _embedded: object({ talks: list(ref('TalkItem'), 'In the order of start, then slug') }),
  }),
  PersonWithTalks: object(
    {
      _links: links({ self: ref('Link'), talks_page: ref('Link'), ics: ref('Link'), alternate: ALTERNATE }),
      slug: SLUG_SCHEMA,
      name: { type: 'string' },
      bio: text('Affiliation; may be empty'),
      web_address: text('May be empty'),
      image: PICTURE,
      _embedded: object({ talks: list(ref('TalkItem'), 'Those that they speak at, in the order of start, then slug') }),
    },
    ['image'],
  ),
  PlaceWithTalks: object({
    _links: PAGED_LINKS,
    id: { ...PLACE_ID_SCHEMA, description: 'The identifier of the place' },
    name: { type: 'string' },
    address: text('May be empty'),
    map_link: text('On the maps service, or on OpenStreetMap; protocol-relative'),
    total: TOTAL,
    _embedded: object({ talks: list(ref('TalkItem'), 'In the order of start, then slug') }),
  }),
  TopicWithTalks: object({
    _links: PAGED_LINKS,
    uri: text('Identifies the subject heading', 'http://id.worldcat.org/fast/1012163'),
    label: { type: 'string' },
    total: TOTAL,
    _embedded: object({ talks: list(ref('TalkItem'), 'In the order of start, then slug') }),
  }),
  Suggestions: object({
    _links: links({ self: ref('Link') }),
    _embedded: object({ suggestions: list(ref('Suggestion'), 'The best first') }),
  }),
  Suggestion: object(
    {
      _links: links({ self: ref('Link'), talks_page: ref('Link') }),
      kind: { type: 'string', enum: KINDS },
      id: text('The slug, identifier or URI, as searches take it'),
      name: { type: 'string' },
      affiliation: text('Only of people, departments and venues that share a name: what tells them apart'),
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
        additionalProperties: object({ href: { type: 'string' }, templated: { type: 'boolean' } }, ['templated']),
      },
    },
    required: ['_links'],
  },
  Problem: object(
    {
      type: text('Identifies the kind of problem, and leads to what explains it'),
      title: text('The kind of problem, in words'),
      status: { type: 'integer' },
      detail: text('What was wrong this time'),
      errors: list(
        object({ parameter: text('As it was named in the request'), detail: text('What is wrong with it') }),
        'One for each bad parameter',
      ),
    },
    ['errors'],
  ),
};
