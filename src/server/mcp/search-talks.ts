import { parseSearch } from '#search/query/question.ts';
import type { SearchRules } from '#search/query/question.ts';
import { PARAMETER } from '#search/query/parameters.ts';
import { absolutePageLinks } from '#representations/links/page-links.ts';
import { argumentsSchema, readArguments, type Arguments } from './arguments.ts';
import { labelled, NOT_INSTRUCTIONS, pageLine, STRING, WHOLE_NUMBER } from './tool.ts';
import type { Tool } from './tool.ts';
import { talkLines, toldTalk, TALK_PROPERTIES } from './talk-lines.ts';
import { objectSchema } from '../openapi/schema.ts';

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
