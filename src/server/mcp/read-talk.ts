import type { Problem, Result } from '#catalogue/problem.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { isSlug, type Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { namedMaterial } from '#representations/materials.ts';
import { knownMembers } from './arguments.ts';
import { labelled, NOT_INSTRUCTIONS, othersLine, othersParagraphs, quotedLines, STRING } from './tool.ts';
import type { Tool } from './tool.ts';
import { addressOf, namedLine, talkLines, TALK_PROPERTIES, toldPeople, toldTalk } from './talk-lines.ts';
import { objectSchema } from '../openapi/schema.ts';

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
