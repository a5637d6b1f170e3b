import type { Place } from '#catalogue/place.ts';
import words from './places.json' with { type: 'json' };
import { DISCIPLINES, fromTemplate, titleCase } from './sample-prose.ts';
import type { Discipline } from './sample-prose.ts';
import { at, Random } from './random.ts';

/** A department with its groups, and the rooms of most of its talks. */
export interface Department {
  readonly discipline: Discipline;
  readonly place: Place;
  readonly groups: readonly Place[];
  readonly rooms: readonly Place[];
}

export interface Places {
  /**
   * Parents before children: the university, its divisions, departments and groups; then sites, buildings and rooms.
   */
  readonly all: readonly Place[];
  /** In the order of DISCIPLINES. */
  readonly departments: readonly Department[];
  /** Rooms of each site. */
  readonly rooms: readonly (readonly Place[])[];
}

type Spot = Pick<Place, 'name' | 'address'> & Partial<Place>;
type Add = (spot: Spot, parent: Place | null) => Place;

/** The numbers of groups and buildings grow slowly with the catalogue. */
export function samplePlaces(seed: number, talks: number): Places {
  const all: Place[] = [];
  const offset = new Random(seed, 'place', 0).below(10_000_000);
  const add = (kind: Place['kind'], spot: Spot, parent: Place | null): Place => {
    // Eight digits, different for every place.
    const id = `place:${String(10_000_000 + ((offset + all.length * 48_271) % 89_999_999))}`;
    const { name, address, latitude = null, longitude = null, accessibility = '' } = spot;
    const place = {
      type: 'place',
      id,
      kind,
      name,
      address,
      parent: parent?.id ?? null,
      latitude,
      longitude,
      accessibility,
    } as const;
    all.push(place);
    return place;
  };
  const growth = Math.max(1, talks / 400);
  const organisations = departmentsOf(growth ** 0.3, (spot, parent) => add('organisation', spot, parent));
  const rooms = roomsOf(seed, growth ** 0.25, (spot, parent) => add('venue', spot, parent));
  const departments = organisations.map(({ site, ...department }) => ({ ...department, rooms: at(rooms, site) }));
  return { all, departments, rooms };
}

function departmentsOf(growth: number, add: Add): (Omit<Department, 'rooms'> & { site: number })[] {
  const university = add(words.university, null);
  const divisions = words.divisions.map(({ name, site }) => {
    const place = add({ ...words.university, name: `${name} Division` }, university);
    return { name, site, place };
  });
  return DISCIPLINES.map((discipline, i) => {
    const { department, division, fields } = discipline;
    const { site, place: parent } = at(
      divisions,
      divisions.findIndex(({ name }) => name === division),
    );
    const address = `${String(3 + i * 4)} ${at(words.streets, i % words.streets.length)}, Astermouth AM${String(1 + (i % 4))} ${String(1 + (i % 9))}QT`;
    const place = add({ name: department, address }, parent);
    const count = Math.min(Math.round((1 + (i % 2)) * growth), fields.length * words.groups.length);
    const groups = Array.from({ length: count }, (_, j) => {
      // Use each form for every field before the next form.
      const form = at(words.groups, (j + Math.floor(j / fields.length)) % words.groups.length);
      const f = titleCase(at(fields, j % fields.length).replace(/^the /, ''));
      return add({ name: fromTemplate(form, { f }), address: j % 3 === 0 ? '' : address }, place);
    });
    return { discipline, place, groups, site };
  });
}

function roomsOf(seed: number, growth: number, add: Add): Place[][] {
  const random = new Random(seed, 'place', 1);
  const { sites, buildings, forms, rooms } = words;
  const count = Math.min(Math.round(4 * growth), Math.floor((buildings.length * forms.length) / sites.length));
  return sites.map((site, s) => {
    const ground = add({ ...site, address: 'Astermouth' }, null);
    return Array.from({ length: count }, (_, b) => {
      const house = add(building(s + b * sites.length, site, random), ground);
      return Array.from({ length: 2 + ((s + b) % 4) }, (_room, r) => {
        const name =
          r === 0 && b % 2 === 0 ? house.name.replace(/ \S+$/, ' Lecture Theatre') : at(rooms, (b + r) % rooms.length);
        return add({ ...house, name, accessibility: '' }, house);
      });
    }).flat();
  });
}

function building(number: number, site: (typeof words.sites)[number], random: Random): Spot {
  const { buildings, forms, streets, accessibility, postcodes } = words;
  const form = at(forms, (number + Math.floor(number / buildings.length)) % forms.length);
  const name = `${at(buildings, number % buildings.length)} ${form}`;
  const street = at(streets, number % streets.length);
  return {
    name,
    address: `${name}, ${String(1 + random.below(120))} ${street}, Astermouth AM${String(1 + (number % 4))} ${String(1 + random.below(9))}${random.pick(postcodes)}`,
    latitude: Number((site.latitude + (random.next() - 0.5) / 100).toFixed(5)),
    longitude: Number((site.longitude + (random.next() - 0.5) / 60).toFixed(5)),
    accessibility: at(accessibility, number % accessibility.length),
  };
}
