import type { CatalogueRecord } from '#catalogue/record.ts';
import { sampleCollections } from './collections.ts';
import { DISCIPLINES, sampleOrganisations } from './organisations.ts';
import { samplePerson } from './people.ts';
import { at } from './random.ts';
import { SampleSchedule } from './schedule.ts';
import { sampleSeries } from './series.ts';
import { sampleTalk } from './talks.ts';
import { sampleTopics } from './topics.ts';
import { unusualTalks } from './unusual.ts';
import { sampleVenues } from './venues.ts';
import type { Day } from './calendar.ts';
import type { University } from './talks.ts';

export interface SampleOptions {
  /** A whole number; the same seed, day and number of talks give the same catalogue, byte for byte. */
  readonly seed: number;
  /** Talks are from about a year before this day to a year after it, with some on it and on each of the next days. */
  readonly today: Day;
  /** How many talks, at least 1. Everything else grows with it, more slowly. */
  readonly talks: number;
}

export const SAMPLE_TALKS = 400;

/**
 * The catalogue of a university that does not exist. What is referred to comes first.
 * Records are made one by one, so that a million talks need no more memory than a few hundred.
 */
export function* sampleCatalogue({ seed, today, talks }: SampleOptions): Generator<CatalogueRecord> {
  const organisations = sampleOrganisations(seed, talks);
  const venues = sampleVenues(seed, talks, organisations.places.length);
  const topics = sampleTopics(talks);
  const schedule = new SampleSchedule(today, talks);
  const series = sampleSeries(seed, talks, organisations, venues, schedule);
  const people = Math.round(133 + talks / 6);
  const university: University = {
    seed,
    people,
    organisations,
    venues,
    topics,
    series,
    schedule,
    unusual: unusualTalks(today),
  };
  yield* organisations.places;
  yield* venues.places;
  for (let i = 0; i < people; i++) yield samplePerson(seed, i, at(DISCIPLINES, i % DISCIPLINES.length));
  for (const list of topics) yield* list;
  for (const { record } of series) yield record;
  for (let i = 0; i < talks; i++) yield sampleTalk(university, i);
  yield* sampleCollections(university, talks);
}
