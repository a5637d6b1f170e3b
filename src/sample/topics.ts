import type { Topic } from '#catalogue/topic.ts';
import { DISCIPLINES } from './organisations.ts';
import { capital } from './prose.ts';
import { at } from './random.ts';

/** Subject headings in the manner of library catalogues, a list for each of DISCIPLINES. */
export type Topics = readonly (readonly Topic[])[];

const ASPECTS = [
  'History',
  'Philosophy',
  'Study and teaching',
  'Methodology',
  'Social aspects',
  'Data processing',
  'Ethics',
  'Public opinion',
  'Economic aspects',
  'Terminology',
] as const;

/** About sixty for a small catalogue; how many grows slowly. */
export function sampleTopics(talks: number): Topics {
  const growth = Math.max(1, (talks / 400) ** 0.35);
  return DISCIPLINES.map(({ fields }, d) => {
    const count = Math.min(Math.round(3 * growth), fields.length * (1 + ASPECTS.length));
    return Array.from({ length: count }, (_, i) => topic(d, i, fields));
  });
}

/** The fields themselves, then each with an aspect. */
function topic(discipline: number, index: number, fields: readonly string[]): Topic {
  const field = capital(at(fields, index % fields.length).replace(/^the /, ''));
  const round = Math.floor(index / fields.length);
  const number = 800_000 + discipline * 1009 + index * 7;
  return {
    type: 'topic',
    uri: `http://id.example.org/subjects/${String(number)}`,
    label: round === 0 ? field : `${field}—${at(ASPECTS, round - 1)}`,
  };
}
