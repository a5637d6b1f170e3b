import type { Collection } from '#catalogue/collection.ts';
import { DISCIPLINES } from './organisations.ts';
import { at, sampleSlug } from './random.ts';
import { PROMISED_DAYS } from './schedule.ts';
import type { University } from './talks.ts';

interface Plan {
  readonly title: string;
  readonly description: string;
  readonly private?: true;
  /** Numbers of talks. */
  readonly talks?: readonly number[];
  /** Numbers of series. */
  readonly series?: readonly number[];
  /** Part of the names of departments. */
  readonly departments?: readonly string[];
}

const UNUSUAL = PROMISED_DAYS.length;
const range = (first: number, count: number): readonly number[] => Array.from({ length: count }, (_, i) => first + i);

const PLANS: readonly Plan[] = [
  {
    title: 'New to Astermouth? Start here',
    description: 'Ten talks of the coming days that need no previous knowledge of anything.',
    talks: range(0, 10),
  },
  {
    title: 'In many languages',
    description:
      'Lectures in Greek, Arabic, Hebrew, Chinese, Japanese, Hindi, Russian and Korean — Ελληνικά, العربية, עברית, 中文, 日本語, हिन्दी, русский, 한국어.',
    talks: range(UNUSUAL, 8),
  },
  {
    title: 'Nights at the observatory',
    description: 'Everything that begins when others go to bed.',
    talks: range(UNUSUAL + 14, 8),
  },
  {
    title: 'The sea, from every side',
    description: 'Ships, shores, waves and the people who live with them.',
    departments: ['Earth Sciences'],
    series: [0, 16],
  },
  {
    title: 'Health across the University',
    description: 'Medicine, psychology and population health together.',
    departments: ['Medicine', 'Psychology', 'Population'],
  },
  {
    title: 'Colloquia',
    description: 'The departments’ own colloquia, in which people talk to colleagues of other trades.',
    series: range(0, 8),
  },
  {
    title: 'Numbers and machines',
    description: 'Mathematics, computing and engineering.',
    departments: ['Mathematical'],
    series: [15, 16],
  },
  {
    title: 'Picked by the librarians',
    description: 'Seven talks chosen by the staff of the University Library.',
    talks: [3, 40, 41, 45, 52, 58, 63],
  },
  {
    title: 'Law, politics and the rest of us',
    description: 'What everyone should know before signing anything.',
    departments: ['Politics', 'Law'],
    talks: [1, 2],
  },
  {
    title: 'For school classes',
    description: 'Suitable from about fourteen years. Please write to us before you come with a group.',
    talks: [0, 4, 35, 36],
    series: [22, 23],
  },
  { title: 'An empty shelf', description: 'Nothing has been chosen yet.' },
  {
    title: 'Draft programme of the Festival of Tides',
    description: 'Not to be shown before the committee has met.',
    private: true,
    talks: [1, 5, 8, 13],
    series: [24],
  },
];

/** Hand-made lists, one of them private. They point at low numbers, so that catalogues of any size have what they name. */
export function* sampleCollections(university: University, talks: number): Generator<Collection> {
  const { seed, organisations, series } = university;
  for (const [index, plan] of PLANS.entries()) {
    const departments = organisations.departments.filter((_, d) =>
      plan.departments?.some((part) => at(DISCIPLINES, d).department.includes(part)),
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
