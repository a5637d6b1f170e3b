import type { Person } from '#catalogue/person.ts';
import words from './people.json' with { type: 'json' };
import { capital, DISCIPLINES } from './sample-prose.ts';
import type { Discipline } from './sample-prose.ts';
import { at, Random, sampleSlug } from './random.ts';
import type { Collection } from '#catalogue/collection.ts';
import type { CatalogueRecord } from '#catalogue/record.ts';
import type { Topic } from '#catalogue/topic.ts';
import type { DayNumber } from './calendar.ts';
import collections from './collections.json' with { type: 'json' };
import { drawnFor } from './sample-pictures.ts';
import { samplePlaces } from './places.ts';
import { SampleSchedule } from './sample-schedule.ts';
import { sampleSeries } from './sample-series.ts';
import { sampleTalk } from './sample-talks.ts';
import type { University } from './sample-talks.ts';
import topicWords from './topics.json' with { type: 'json' };

/** Person number `index` of the sample; the discipline follows from the number, so that talks find their speakers. */
function samplePerson({ seed, hasPictures }: University, index: number, discipline: Discipline): Person {
  const random = new Random(seed, 'person', index);
  const slug = sampleSlug(seed, 'person', index);
  return {
    type: 'person',
    slug,
    name: nameOf(random),
    bio: bioOf(discipline, random),
    webAddress: random.chance(0.4) ? `https://people.astermouth.example/${slug.slice(0, 8)}` : '',
    emailAddress: random.chance(0.7) ? `${slug.slice(0, 8)}@astermouth.example` : '',
    image: hasPictures ? drawnFor('face', 0.5, random) : null,
  };
}

/**
 * Most names are in Latin letters, which the first traditions use. A tradition in which the family name comes first may
 * say what joins the names.
 */
function nameOf(random: Random): string {
  const { traditions, latinTraditions: latin, initials } = words;
  const number = random.chance(0.86)
    ? Math.floor(random.next() ** 1.7 * latin)
    : latin + random.below(traditions.length - latin);
  const tradition = at(traditions, number);
  const given = random.pick(tradition.given);
  const family = random.pick(tradition.family);
  if (tradition.familyFirst !== undefined) return `${family}${tradition.familyFirst}${given}`;
  const hasInitial = tradition.initials === true && random.chance(0.35);
  return `${given}${hasInitial ? ` ${initials.charAt(random.below(initials.length))}.` : ''} ${family}`;
}

function bioOf({ department, fields, methods, things }: Discipline, random: Random): string {
  const share = random.next();
  if (share < 0.3) return '';
  const post = random.pick(words.posts);
  const field = random.pick(fields);
  if (share < 0.5) return `${post} at ${random.pick(words.universities)}.`;
  if (share < 0.8) return `${post} in the ${department}, working on ${field}.`;
  return `${post} at ${random.pick(words.universities)}. Works on ${field}, lately with the help of ${random.pick(methods)}, and has a weakness for ${random.pick(things)}.`;
}

interface SampleOptions {
  /** A whole number; the same seed, day and number of talks give the same catalogue, byte for byte. */
  readonly seed: number;
  /** Talks are from about a year before this day to a year after it, with some on it and on each of the next days. */
  readonly today: DayNumber;
  /** How many talks, at least 1. Everything else grows with it, more slowly. */
  readonly talks: number;
  /** Whether some records have the pictures of sampleDrawings; none by default. */
  readonly hasPictures?: boolean;
}

export const SAMPLE_TALKS = 400;

/**
 * The catalogue of an invented university. Records come after those that they refer to. They are made one by one, so
 * that a million talks need no more memory than a few hundred.
 */
export function* sampleCatalogue({
  seed,
  today,
  talks,
  hasPictures = false,
}: SampleOptions): Generator<CatalogueRecord> {
  const places = samplePlaces(seed, talks);
  const topics = sampleTopics(talks);
  const schedule = new SampleSchedule(today, talks);
  const series = sampleSeries(seed, talks, places, schedule);
  const people = Math.round(133 + talks / 6);
  const university: University = { seed, people, places, topics, series, schedule, hasPictures };
  yield* places.all;
  for (let i = 0; i < people; i++) yield samplePerson(university, i, at(DISCIPLINES, i % DISCIPLINES.length));
  for (const list of topics) yield* list;
  for (const [at, { record }] of series.entries())
    yield hasPictures && at % 3 === 0
      ? { ...record, image: drawnFor('sea', 1, new Random(seed, 'picture', at)) }
      : record;
  for (let i = 0; i < talks; i++) yield sampleTalk(university, i);
  yield* sampleCollections(university, talks);
}

/** Subject headings in the style of library catalogues: the fields themselves, then each with an aspect. */
function sampleTopics(talks: number): Topic[][] {
  const growth = Math.max(1, (talks / 400) ** 0.35);
  return DISCIPLINES.map(({ fields }, discipline) => {
    const count = Math.min(Math.round(3 * growth), fields.length * (1 + topicWords.aspects.length));
    return Array.from({ length: count }, (_, i) => {
      const field = capital(at(fields, i % fields.length).replace(/^the /, ''));
      const aspect = topicWords.aspects[Math.floor(i / fields.length) - 1];
      const uri = `http://id.example.org/subjects/${String(800_000 + discipline * 1009 + i * 7)}`;
      return { type: 'topic', uri, label: aspect === undefined ? field : `${field}—${aspect}` };
    });
  });
}

/**
 * Collections, one of them private. They refer to low numbers, so that catalogues of any size have these records.
 */
function* sampleCollections({ seed, places, series }: University, talks: number): Generator<Collection> {
  for (const [index, plan] of collections.entries()) {
    const departments = places.departments.filter(({ discipline }) =>
      plan.departments?.some((part) => discipline.department.includes(part)),
    );
    yield {
      type: 'collection',
      slug: sampleSlug(seed, 'collection', index),
      title: plan.title,
      description: plan.description,
      public: plan.private !== true,
      talks: (plan.talks ?? []).filter((i) => i < talks).map((i) => sampleSlug(seed, 'talk', i)),
      series: (plan.series ?? []).map((i) => at(series, i).record.slug),
      // A whole department of a large catalogue has more talks than anybody would put on one list.
      organisingDepartments: departments.map(({ place, groups }) => (talks > 5000 ? (groups[0] ?? place) : place).id),
    };
  }
}
