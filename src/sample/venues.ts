import type { Place } from '#catalogue/place.ts';
import { placeId, STREETS } from './organisations.ts';
import { at, Random } from './random.ts';

export interface Venues {
  /** Parents before children: sites, their buildings, their rooms. */
  readonly places: readonly Place[];
  /** Rooms of a site, by the site's number. */
  readonly rooms: readonly (readonly Place[])[];
}

const SITES = [
  { name: 'Quayside', latitude: 54.0712, longitude: 0.2141 },
  { name: 'Castle Hill', latitude: 54.0795, longitude: 0.2013 },
  { name: 'Science Area', latitude: 54.0651, longitude: 0.1922 },
  { name: 'Infirmary Fields', latitude: 54.0584, longitude: 0.2265 },
  { name: 'Observatory Down', latitude: 54.0902, longitude: 0.1786 },
] as const;

/** Which site a division's talks are held at. */
export const SITE_OF_DIVISION = {
  Humanities: 1,
  'Social Sciences': 0,
  'Physical Sciences': 2,
  'Life and Medical Sciences': 3,
} as const;
export const OBSERVATORY = 4;

const NAMES = [
  'Hallam',
  'Okonjo',
  'Margery Vane',
  'Saltmarsh',
  'Temperance Lund',
  'Bluecoat',
  'Ferrier',
  'Larkin-Osei',
  'Wilfrid',
  'Cartographers’',
  'Anning',
  'Sundial',
  'Pilot’s',
  'Almoner’s',
  'Radcot',
  'Ishikawa',
  'Chandlers’',
  'Noether',
  'Whitethorn',
  'Lodestar',
  'Gansey',
  'Meridian',
  'Beacon',
  'Weavers’',
] as const;
const FORMS = ['Building', 'House', 'Hall', 'Wing', 'Court', 'Pavilion', 'Tower', 'Annexe'] as const;
const ROOMS = [
  'Lecture Theatre',
  'Seminar Room A',
  'Seminar Room B',
  'Library',
  'Common Room',
  'Room 2.14',
  'Room 3.07',
  'Auditorium',
  'Studio',
  'Computer Laboratory',
] as const;

/** Of every fourth building nothing is known. */
const ACCESSIBILITY = [
  'Step-free from the street; a lift to all floors. Hearing loops in the lecture theatres.',
  'Step-free by the ramp in the yard: ring, and the porter will open. A lift to the first floor only.',
  'Three steps at the entrance and no lift. Rooms on the ground floor can be had on request.',
  '',
] as const;

/** Sites, buildings and rooms, numbered after `first` places of another kind; they grow slowly with the catalogue. */
export function sampleVenues(seed: number, talks: number, first: number): Venues {
  const random = new Random(seed, 'place', 1);
  const places: Place[] = [];
  const add = (spot: Spot, parent: Place | null): Place => {
    const { name, address, latitude, longitude, accessibility } = spot;
    const id = placeId(seed, first + places.length);
    const venue: Place = {
      type: 'place',
      id,
      kind: 'venue',
      name,
      address,
      parent: parent?.id ?? null,
      latitude,
      longitude,
      accessibility,
    };
    places.push(venue);
    return venue;
  };
  const growth = Math.max(1, (talks / 400) ** 0.25);
  const rooms = SITES.map((site, s) => {
    const ground = add({ ...site, address: 'Astermouth', accessibility: '' }, null);
    const count = Math.min(Math.round(4 * growth), Math.floor((NAMES.length * FORMS.length) / SITES.length));
    return Array.from({ length: count }, (_, b) => {
      const house = add(building(s + b * SITES.length, site, random), ground);
      const some = 2 + ((s + b) % 4);
      const room = { ...house, accessibility: '' };
      return Array.from({ length: some }, (_room, r) => add({ ...room, name: roomName(b, r, house) }, house));
    }).flat();
  });
  return { places, rooms };
}

type Spot = Pick<Place, 'name' | 'address' | 'latitude' | 'longitude' | 'accessibility'>;

function building(number: number, site: (typeof SITES)[number], random: Random): Spot {
  const round = Math.floor(number / NAMES.length);
  const name = `${at(NAMES, number % NAMES.length)} ${at(FORMS, (number + round) % FORMS.length)}`;
  const street = at(STREETS, number % STREETS.length);
  return {
    name,
    address: `${name}, ${String(1 + random.below(120))} ${street}, Astermouth AM${String(1 + (number % 4))} ${String(1 + random.below(9))}${random.pick(['AB', 'DN', 'QT', 'RW', 'XE'])}`,
    latitude: Number((site.latitude + (random.next() - 0.5) / 100).toFixed(5)),
    longitude: Number((site.longitude + (random.next() - 0.5) / 60).toFixed(5)),
    accessibility: at(ACCESSIBILITY, number % ACCESSIBILITY.length),
  };
}

function roomName(building: number, room: number, house: Place): string {
  return room === 0 && building % 2 === 0
    ? `${house.name.replace(/ \S+$/, '')} Lecture Theatre`
    : at(ROOMS, (building + room) % ROOMS.length);
}
