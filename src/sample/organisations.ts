import type { Place } from '#catalogue/place.ts';
import { capital, titleCase } from './prose.ts';
import { DIVISIONS } from './discipline.ts';
import { HUMANITIES_AND_SOCIAL_SCIENCES } from './humanities.ts';
import { SCIENCES } from './sciences.ts';
import { at, Random } from './random.ts';
import type { Discipline } from './discipline.ts';

export const UNIVERSITY = 'University of Astermouth';

export const DISCIPLINES: readonly Discipline[] = [...HUMANITIES_AND_SOCIAL_SCIENCES, ...SCIENCES];

/** A department with its groups: who can organise a talk. */
export interface Department {
  readonly discipline: Discipline;
  readonly place: Place;
  readonly groups: readonly Place[];
}

export interface Organisations {
  /** Parents before children: the university, its divisions, their departments, their groups. */
  readonly places: readonly Place[];
  /** In the order of DISCIPLINES. */
  readonly departments: readonly Department[];
}

/** Four levels; how many groups a department has grows slowly with the catalogue. */
export function sampleOrganisations(seed: number, talks: number): Organisations {
  const places: Place[] = [];
  const add = (name: string, address: string, parent: Place | null): Place => {
    const place = organisation(seed, places.length, name, address, parent);
    places.push(place);
    return place;
  };
  const university = add(UNIVERSITY, 'The Old Customs House, 1 Quayside, Astermouth AM1 1AA', null);
  const divisions = new Map(
    DIVISIONS.map((name) => [
      name,
      add(`${name} Division`, 'The Old Customs House, 1 Quayside, Astermouth AM1 1AA', university),
    ]),
  );
  const growth = Math.max(1, (talks / 400) ** 0.3);
  const departments = DISCIPLINES.map((discipline, i) => {
    const address = `${String(3 + i * 4)} ${at(STREETS, i % STREETS.length)}, Astermouth AM${String(1 + (i % 4))} ${String(1 + (i % 9))}QT`;
    const place = add(discipline.department, address, divisions.get(discipline.division) ?? university);
    const count = Math.min(Math.round((1 + (i % 2)) * growth), discipline.fields.length * GROUP_FORMS.length);
    const groups = Array.from({ length: count }, (_, j) =>
      add(groupName(discipline, j), j % 3 === 0 ? '' : address, place),
    );
    return { discipline, place, groups };
  });
  return { places, departments };
}

export const STREETS = [
  'Saltmarsh Lane',
  'Ropewalk',
  'Customs Street',
  'Lighthouse Road',
  'Sexton’s Row',
  'Herring Gate',
  'Market Hill',
  'Observatory Way',
  'St Wilfrid’s Street',
  'Tidemill Road',
  'Almond Court',
  'Lamplighter’s Yard',
] as const;

const GROUP_FORMS = [
  (field: string) => `Centre for ${field}`,
  (field: string) => `${capital(field)} Group`,
  (field: string) => `Institute of ${field}`,
  (field: string) => `${capital(field)} Laboratory`,
  (field: string) => `Network for ${field}`,
];

/** Every field in one form before any field in the next. */
function groupName(discipline: Discipline, index: number): string {
  const { fields } = discipline;
  const field = at(fields, index % fields.length).replace(/^the /, '');
  const form = at(GROUP_FORMS, (index + Math.floor(index / fields.length)) % GROUP_FORMS.length);
  return form(titleCase(field));
}

function organisation(seed: number, index: number, name: string, address: string, parent: Place | null): Place {
  return {
    type: 'place',
    id: placeId(seed, index),
    kind: 'organisation',
    name,
    address,
    parent: parent?.id ?? null,
    latitude: null,
    longitude: null,
    accessibility: '',
  };
}

/** Eight digits, different for every index: organisations are numbered first, venues after them. */
export function placeId(seed: number, index: number): string {
  const offset = new Random(seed, 'place', 0).below(10_000_000);
  return `place:${String(10_000_000 + ((offset + index * 48_271) % 89_999_999))}`;
}
