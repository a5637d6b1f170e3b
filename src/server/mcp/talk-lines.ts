import type { Person } from '#catalogue/person.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import { STATUS_NOTICES, UNTITLED_ENTRY, VARIOUS_SPEAKERS } from '#representations/feeds/feed-summary.ts';
import { inWords } from '#representations/formatted-time.ts';
import { webAddress } from '#representations/feeds/feed-text.ts';
import { absolutePageLinks } from '#representations/links/page-links.ts';
import { locationSummary } from '#representations/links/talk-location.ts';
import type { Publication } from '#representations/representation.ts';
import { plainProse } from '#pages/prose/prose.ts';
import { labelled, othersLine, STRING } from './tool.ts';
import { objectSchema } from '../openapi/schema.ts';

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

export const TALK_PROPERTIES = {
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

export function toldPeople(people: readonly Person[]): ToldName[] {
  return people.slice(0, MAX_SPEAKERS).map(({ slug, name }) => ({ id: slug, name: othersLine(name) }));
}

/** An absolute address, or the text that was given instead of one. */
export function addressOf(text: string): string {
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

export function namedLine(label: string, named: ToldName | null): string[] {
  return named === null ? [] : labelled(`${label} (${named.id})`, named.name);
}
