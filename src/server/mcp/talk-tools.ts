import { isObject } from '#catalogue/json-object.ts';
import { nearestWord } from '#catalogue/nearest-word.ts';
import type { Person } from '#catalogue/person.ts';
import type { Problem, Result } from '#catalogue/problem.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { isSlug, type Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import { plainProse } from '#pages/prose/prose.ts';
import { STATUS_NOTICES, UNTITLED_ENTRY, VARIOUS_SPEAKERS } from '#representations/feeds/feed-summary.ts';
import { webAddress } from '#representations/feeds/feed-text.ts';
import { inWords } from '#representations/formatted-time.ts';
import { queryString } from '#representations/links/links.ts';
import { absolutePageLinks } from '#representations/links/page-links.ts';
import { locationSummary } from '#representations/links/talk-location.ts';
import { namedMaterial } from '#representations/materials.ts';
import type { Publication } from '#representations/representation.ts';
import { type Parameter, PARAMETER, valueSchema } from '#search/query/parameters.ts';
import { parseSearch, type SearchRules } from '#search/query/question.ts';
import type { NamedValue } from '#search/query/request.ts';
import { objectSchema, type ObjectSchema, type Schema } from '../openapi/json-schema.ts';
import {
  labelled,
  NOT_INSTRUCTIONS,
  othersLine,
  othersParagraphs,
  pageLine,
  quotedLines,
  STRING,
  type Tool,
  WHOLE_NUMBER,
} from './tool.ts';

/** A name and its identifier. */
interface ToldName {
  readonly id: string;
  readonly name: string;
}

/** A talk in the list that a tool returns. */
interface ToldTalk {
  readonly id: string;
  readonly title: string;
  /** In UTC. */
  readonly start: string;
  readonly end: string;
  readonly all_day: boolean;
  /** In the service's time zone. */
  readonly when: string;
  readonly status: TalkStatus;
  readonly notice: string;
  readonly where: string;
  readonly online: string;
  readonly speakers: readonly ToldName[];
  readonly series: ToldName | null;
  readonly department: ToldName | null;
  /** The beginning of the description. */
  readonly summary: string;
  /** Address of its page. */
  readonly address: string;
}

const NAME_SCHEMA = objectSchema({ id: STRING, name: STRING });
const NAME_OR_NONE = { anyOf: [NAME_SCHEMA, { type: 'null' }] };

const TALK_PROPERTIES = {
  id: STRING,
  title: STRING,
  start: { ...STRING, description: 'UTC' },
  end: { ...STRING, description: 'UTC' },
  all_day: { type: 'boolean', description: 'It has days and no hours; `when` says which' },
  when: { ...STRING, description: 'In the time zone of the service' },
  status: { type: 'string', enum: ['published', 'preparation', 'cancelled'] },
  notice: STRING,
  where: STRING,
  online: STRING,
  speakers: { type: 'array', items: NAME_SCHEMA },
  series: NAME_OR_NONE,
  department: NAME_OR_NONE,
  summary: STRING,
  address: STRING,
} as const;

const MAX_SPEAKERS = 20;
/** Maximum length of a summary, and of the text it is made from, in characters. */
const SUMMARY_SOURCE = 1_000;
const SUMMARY = 240;

export function toldTalk(details: TalkDetails, publication: Publication): ToldTalk {
  const { talk, series, organisingDepartment: department } = details;
  return {
    id: talk.slug,
    title: othersLine(talk.title) || UNTITLED_ENTRY,
    start: talk.start,
    end: talk.end,
    all_day: talk.allDay,
    when: inWords(talk, publication.timeZone),
    status: talk.status,
    notice: othersLine(talk.specialMessage),
    where: othersLine(locationSummary(details) ?? talk.locationDetails),
    online: addressOf(talk.onlineUrl),
    speakers: toldPeople(details.speakers),
    series: series && { id: series.slug, name: othersLine(series.title) },
    department: department && { id: department.id, name: othersLine(department.name) },
    summary: othersLine(plainProse(talk.description, SUMMARY_SOURCE, false), SUMMARY),
    address: absolutePageLinks(publication).talk(talk.slug),
  };
}

function toldPeople(people: readonly Person[]): ToldName[] {
  return people.slice(0, MAX_SPEAKERS).map(({ slug, name }) => ({ id: slug, name: othersLine(name) }));
}

/** An absolute address, or the text that was given instead of one. */
function addressOf(text: string): string {
  return othersLine(webAddress(text) ?? text, 2_000);
}

/** Every line begins with our own label. */
export function talkLines(
  talk: Omit<ToldTalk, 'summary'>,
  { talk: { variousSpeakers }, speakers, venue }: TalkDetails,
): string[] {
  const more = speakers.length - talk.speakers.length;
  return [
    `Title: ${talk.title}`,
    `When: ${talk.when}`,
    ...labelled('Status', STATUS_NOTICES[talk.status]),
    ...labelled('Notice', talk.notice),
    ...labelled(venue === null ? 'Where' : `Where (venue ${venue.id})`, talk.where),
    ...labelled('Online', talk.online, 2_000),
    ...talk.speakers.flatMap(({ id, name }) => labelled(`Speaker (${id})`, name)),
    ...(more > 0 ? [`Speakers not listed: ${String(more)}`] : []),
    ...(variousSpeakers && speakers.length === 0 ? [`Speaker: ${VARIOUS_SPEAKERS}`] : []),
    ...namedLine('Series', talk.series),
    ...namedLine('Department', talk.department),
  ];
}

function namedLine(label: string, named: ToldName | null): string[] {
  return named === null ? [] : labelled(`${label} (${named.id})`, named.name);
}

const FIND = 'find_names gives identifiers';

/** The parameters of a search. `from` defaults to now. */
export const SEARCH_ARGUMENTS: Arguments = {
  words: {
    parameter: PARAMETER.q,
    description:
      'Words that all occur in the title, the description, or the names of speakers, topics, series, venue or department. Quotation marks enclose a phrase.',
  },
  from: {
    parameter: PARAMETER.from,
    description:
      'First day: yyyy-mm-dd, today or tomorrow; or now, which it is if left out. Give an early date for past talks.',
  },
  to: { parameter: PARAMETER.to, description: 'Last day, inclusive: as from, or plus7 for seven days after from.' },
  ongoing: {
    parameter: PARAMETER.ongoing,
    description: 'true: also talks that began before from and are not over, such as exhibitions.',
  },
  speaker: { parameter: PARAMETER.speaker, description: `Talks by any of these people: ${FIND}.` },
  series: { parameter: PARAMETER.series, description: `Talks of any of these series: list_series or ${FIND}.` },
  host: { parameter: PARAMETER.host, description: `Talks hosted by any of these people: ${FIND}.` },
  department: {
    parameter: PARAMETER.organisingDepartment,
    description: `Talks organised by any of these departments: list_departments or ${FIND}.`,
  },
  include_subdepartments: {
    parameter: PARAMETER.subdepartments,
    description: 'Whether a department includes everything under it.',
  },
  venue: { parameter: PARAMETER.venue, description: `Talks at any of these venues: ${FIND}.` },
  include_subvenues: { parameter: PARAMETER.subvenues, description: 'Whether a venue includes everything inside it.' },
  topic: { parameter: PARAMETER.topic, description: `Talks on any of these topics, by URI: ${FIND}.` },
  collection: {
    parameter: PARAMETER.collection,
    description: `Talks in any of these collections, which people put together: ${FIND}.`,
  },
  without_speaker: { parameter: PARAMETER.withoutSpeaker, description: 'Leave out talks by any of these people.' },
  without_series: { parameter: PARAMETER.withoutSeries, description: 'Leave out talks of any of these series.' },
  without_department: {
    parameter: PARAMETER.withoutDepartment,
    description: 'Leave out talks of any of these departments, and of everything under them.',
  },
  without_venue: {
    parameter: PARAMETER.withoutVenue,
    description: 'Leave out talks at any of these venues, and in everything inside them.',
  },
  without_topic: { parameter: PARAMETER.withoutTopic, description: 'Leave out talks on any of these topics, by URI.' },
  status: { parameter: PARAMETER.status, description: 'Only talks with one of these statuses.' },
  attendance: { parameter: PARAMETER.attendance, description: 'online, in_person or both.' },
  audience: { parameter: PARAMETER.audience, description: 'public: talks for everyone; members: only for members.' },
  free: { parameter: PARAMETER.free, description: 'true: only talks that say that they are free.' },
  booking_required: { parameter: PARAMETER.bookingRequired, description: 'Whether the talk says to book.' },
  evening: { parameter: PARAMETER.evening, description: 'true: talks that start at 17:00 or later.' },
  has: { parameter: PARAMETER.has, description: 'Only talks with a recording or slides.' },
  order: { parameter: PARAMETER.order, description: 'By date, latest first, or by relevance to the words.' },
  count: { parameter: PARAMETER.count, description: 'Talks per page.' },
  page: { parameter: PARAMETER.page, description: 'Page number, from 1.' },
};

/** The page for people shows another number of talks. */
const OF_PAGES: readonly string[] = [PARAMETER.count.name, PARAMETER.page.name];

const DEFAULT_COUNT = 10;
const MAXIMUM_COUNT = 50;

/** Fewer than in the interface, since a model reads every talk that it is given. */
function boundedRules(rules: SearchRules): SearchRules {
  const maximumCount = Math.min(MAXIMUM_COUNT, rules.maximumCount);
  return { ...rules, maximumCount, defaultCount: Math.min(DEFAULT_COUNT, maximumCount), lenient: false };
}

/** Without `from`, models mean coming talks. */
function fromNow(query: string): string {
  if (/(?:^|&)from=/.test(query)) return query;
  return query === '' ? 'from=now' : `${query}&from=now`;
}

export const searchTalks: Tool = {
  name: 'search_talks',
  title: 'Search talks',
  description:
    'Finds talks (lectures, seminars) by words, days, speakers, series, departments, venues and topics. Several values of one argument mean any of them, different arguments all of them. read_talk gives the whole description of one.',
  inputSchema: (rules) => argumentsSchema(SEARCH_ARGUMENTS, boundedRules(rules)),
  outputSchema: objectSchema({
    total: WHOLE_NUMBER,
    page: WHOLE_NUMBER,
    pages: WHOLE_NUMBER,
    talks: { type: 'array', items: objectSchema(TALK_PROPERTIES) },
    address: STRING,
  }),
  call: async ({ catalogue, publication, rules, clock }, given) => {
    const parsed = readArguments(SEARCH_ARGUMENTS, given, (query) =>
      parseSearch(fromNow(query), boundedRules(rules), clock.now()),
    );
    if (!parsed.ok) return parsed;
    const { question, parameters } = parsed.value;
    const { page, count } = question;
    const { total, details } = await catalogue.find(question.text, (snapshot) => {
      const found = snapshot.index.answer(question);
      return { total: found.total, details: snapshot.talks(found.talks) };
    });
    const talks = details.map((each) => toldTalk(each, publication));
    const address = absolutePageLinks(publication).search(parameters.filter(({ name }) => !OF_PAGES.includes(name)));
    const lines = [
      `${pageLine('Talks that match', { total, page, count })}. The same search as a page: ${address}`,
      ...(talks.length === 0 ? [] : [NOT_INSTRUCTIONS]),
      ...talks.flatMap((talk, at) => {
        const each = details[at];
        if (each === undefined) return [];
        return [
          '',
          ...talkLines(talk, each),
          ...labelled('Summary', talk.summary),
          `Talk: ${talk.id}`,
          `Address: ${talk.address}`,
        ];
      }),
    ];
    return { ok: true, value: { lines, data: { total, page, pages: Math.ceil(total / count), talks, address } } };
  },
};

const TALK = 'talk';
/** In characters. */
const LONGEST_ADDRESS = 2_000;
const LONGEST_DESCRIPTION = 12_000;
const MAX_MATERIALS = 20;
const MAX_TOPICS = 50;

/** The whole description replaces the summary. */
const { summary: _, ...OF_ONE } = TALK_PROPERTIES;

export const readTalk: Tool = {
  name: 'read_talk',
  title: 'Read a talk',
  description: 'Everything known about one talk: when, where, who, how to book, topics, recordings, the description.',
  inputSchema: () => ({
    type: 'object',
    properties: {
      [TALK]: {
        ...STRING,
        maxLength: 2_000,
        description: 'Identifier of the talk, as search_talks gives it, or the address of its page.',
      },
    },
    required: [TALK],
    additionalProperties: false,
  }),
  outputSchema: objectSchema({
    ...OF_ONE,
    description: STRING,
    topics: { type: 'array', items: objectSchema({ uri: STRING, label: STRING }) },
    materials: { type: 'array', items: objectSchema({ name: STRING, address: STRING }) },
    hosts: TALK_PROPERTIES.speakers,
    audience: STRING,
    booking: STRING,
    cost: STRING,
    contact: STRING,
  }),
  call: async ({ catalogue, publication }, given) => {
    const slug = slugIn(given);
    if (!slug.ok) return slug;
    const details = catalogue.read((snapshot) => snapshot.talk(slug.value));
    if (details === undefined) return { ok: false, problems: [problem('not-found', 'No talk has this identifier.')] };
    const { summary: _, ...told } = toldTalk(details, publication);
    const more = moreOf(details);
    const { description } = more;
    const lines = [
      NOT_INSTRUCTIONS,
      '',
      ...talkLines(told, details),
      ...more.topics.flatMap(({ uri, label }) => namedLine('Topic', { id: uri, name: label })),
      ...more.hosts.flatMap(({ id, name }) => labelled(`Host (${id})`, name)),
      ...labelled('Audience', more.audience),
      ...labelled('Booking', more.booking, 2_500),
      ...labelled('Cost', more.cost),
      ...labelled('Contact', more.contact),
      ...more.materials.flatMap(({ name, address }) => labelled(`Material (${address})`, name)),
      `Talk: ${told.id}`,
      `Address: ${told.address}`,
      ...(description === '' ? ['There is no description.'] : ['Description:', ...quotedLines(description)]),
    ];
    return { ok: true, value: { lines, data: { ...told, ...more } } };
  },
};

function moreOf({ talk, topics, hosts }: TalkDetails) {
  const booking = [othersLine(talk.bookingRequired), addressOf(talk.bookingUrl), othersLine(talk.bookingEmail)];
  return {
    description: othersParagraphs(talk.description, LONGEST_DESCRIPTION),
    topics: topics
      .slice(0, MAX_TOPICS)
      .map(({ uri, label }) => ({ uri: othersLine(uri, 2_000), label: othersLine(label) })),
    materials: talk.materials
      .slice(0, MAX_MATERIALS)
      .map((material) => ({ name: othersLine(namedMaterial(material)), address: addressOf(material.url) })),
    hosts: toldPeople(hosts),
    audience: othersLine(talk.audience),
    booking: booking.filter((part) => part !== '').join(', '),
    cost: othersLine(talk.cost),
    contact: othersLine(talk.organiserEmail),
  };
}

const SLUG = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const HINT = 'Give the identifier that search_talks gives, or the address of the page.';

/** The slug of a talk, given alone or within the address of its page. */
function slugIn(given: unknown): Result<Slug> {
  const { members, problems } = knownMembers(given, [TALK]);
  const value = members.get(TALK) ?? undefined;
  const slug = typeof value === 'string' ? value.slice(0, LONGEST_ADDRESS).match(SLUG)?.at(-1) : undefined;
  if (value === undefined) problems.push(problem('missing-argument', 'It is required.'));
  else if (slug === undefined)
    problems.push(problem('bad-slug', `${shownValue(value)} is not the identifier of a talk.`));
  return slug !== undefined && isSlug(slug) && problems.length === 0
    ? { ok: true, value: slug }
    : { ok: false, problems };
}

function problem(code: string, what: string): Problem {
  return { code, where: TALK, what, hint: HINT };
}

/** An argument of a tool: a parameter of the interface under a plain name. */
interface Argument {
  readonly parameter: Parameter<unknown>;
  readonly description: string;
  readonly isRequired?: true;
}

export type Arguments = Readonly<Record<string, Argument>>;

/** Values of one argument. */
const MAX_VALUES = 50;
/** How many unknown names an error lists, and how many characters of each. */
const MAX_UNKNOWN = 20;
const LONGEST_NAME = 60;

/** The JSON Schema of a tool's arguments. */
export function argumentsSchema(table: Arguments, rules: SearchRules): ObjectSchema {
  const properties = Object.entries(table).map(([name, { parameter, description }]): [string, Schema] => {
    const value = valueSchema(parameter, rules);
    const several = { type: 'array', items: value, maxItems: MAX_VALUES };
    return [name, { ...(parameter.repeatable ? several : value), description }];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: Object.keys(table).filter((name) => table[name]?.isRequired === true),
    additionalProperties: false,
  };
}

/**
 * Turns arguments into a query string, and parses it as the interface does.
 * @param parse parses a query string without its `?`
 * @returns all problems at once, under the names of the arguments
 */
export function readArguments<T>(table: Arguments, given: unknown, parse: (query: string) => Result<T>): Result<T> {
  const { members, problems } = knownMembers(given, Object.keys(table));
  const pairs: NamedValue[] = [];
  for (const [name, { parameter }] of Object.entries(table)) {
    const value = withoutEmpty(members.get(name));
    if (value === undefined) continue;
    const read = textsOf(name, value, parameter);
    if (read.ok) for (const text of read.value) pairs.push({ name: parameter.name, value: text });
    else problems.push(...read.problems);
  }
  const parsed = parse(queryString(pairs).slice(1));
  if (parsed.ok && problems.length === 0) return parsed;
  const known = new Set(problems.map(({ where }) => where));
  const names = new Map(Object.entries(table).map(([name, { parameter }]) => [parameter.name, name]));
  const more = parsed.ok ? [] : parsed.problems.map((one) => ({ ...one, where: names.get(one.where) ?? one.where }));
  return { ok: false, problems: [...problems, ...more.filter(({ where }) => !known.has(where))] };
}

/** The members of the arguments, and problems with unknown ones. The SDK only accepts objects. */
function knownMembers(
  given: unknown,
  known: readonly string[],
): { readonly members: ReadonlyMap<string, unknown>; readonly problems: Problem[] } {
  const members = new Map(isObject(given) ? Object.entries(given) : []);
  const unknown = [...members.keys()].filter((name) => !known.includes(name)).slice(0, MAX_UNKNOWN);
  return { members, problems: unknown.map((name) => unknownArgument(name, known)) };
}

function unknownArgument(name: string, known: readonly string[]): Problem {
  const likely = nearestWord(name, known);
  const hint = likely === undefined ? `Use one of these: ${known.join(', ')}.` : `Did you mean ${likely}?`;
  const where = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  return { code: 'unknown-argument', where, what: 'No argument has this name.', hint };
}

/** Models send null or an empty text for arguments that they mean to leave out. @returns undefined if nothing is left */
function withoutEmpty(value: unknown): unknown {
  const isEmpty = (one: unknown): boolean => one === undefined || one === null || one === '';
  if (!Array.isArray(value)) return isEmpty(value) ? undefined : value;
  const filled = value.filter((one: unknown) => !isEmpty(one));
  return filled.length === 0 ? undefined : filled;
}

function textsOf(where: string, value: unknown, { repeatable }: Parameter<unknown>): Result<readonly string[]> {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (values.length > MAX_VALUES) {
    const what = `There are more than ${MAX_VALUES} values.`;
    return bad({ code: 'too-many-values', where, what, hint: 'Ask for fewer values.' });
  }
  if (values.length > 1 && !repeatable)
    return bad({ code: 'conflicting-values', where, what: 'It is given with several values.', hint: 'Give one.' });
  const texts = values.map(textOf).filter((text) => text !== undefined);
  if (texts.length === values.length) return { ok: true, value: texts };
  const hint = repeatable ? 'Give a string, or a list of strings.' : 'Give a string, a number, true or false.';
  return bad({ code: 'bad-value', where, what: `It is ${shownValue(value)}.`, hint });
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function bad(problem: Problem): Result<never> {
  return { ok: false, problems: [problem] };
}
