import { counted } from '../harness/ask.ts';
import type { Counted, CountedPlace, Facts, KnownTalk } from '../harness/facts.ts';
import { fillingPages } from '../harness/full-pages.ts';
import { Random } from '../harness/random.ts';
import {
  always,
  departmentsWithMore,
  present,
  search,
  upcoming,
  type Make,
  type Parameters,
} from '../harness/targets.ts';

/** A kind of query, sent to a large and to a small catalogue. */
export interface Kind {
  readonly what: string;
  readonly make: Make;
  /** Maximum cost in the large catalogue, as a multiple of the cost in the small one. */
  readonly atMost: number;
}

const COMMON = 1.3;
const WORST = 2;
const VALUES = 60;
const DEEP_PAGES = 250;

/** The kinds are the same for every catalogue; their values come from the catalogue. */
export async function questionKinds(port: number, facts: Facts): Promise<Kind[]> {
  const random = new Random(6);
  const some = (values: readonly Counted[]): string[] =>
    random
      .shuffled(values)
      .slice(0, VALUES)
      .map(({ id }) => id);
  const common = async (what: string, parameter: string, values: string[], more: Parameters = {}): Promise<Kind> => {
    return { what, atMost: COMMON, make: present(await fillingPages(port, { parameter, values, more })) };
  };
  const rooms = facts.venues.filter(({ talks }) => talks > 0);
  return [
    { what: 'coming weeks', make: upcoming, atMost: COMMON },
    await common('department with all below it', 'organising_department', departmentsWithMore(facts)),
    await common('topic', 'topic', some(facts.topics)),
    await common('series', 'series', running(facts)),
    await common('room', 'venue', some(rooms)),
    { what: 'rare topic over all years', make: rareTopic(facts), atMost: WORST },
    { what: 'five filters over all years', make: fiveFilters(facts), atMost: WORST },
    { what: 'one of the last pages', make: await deepPage(port, {}), atMost: WORST },
    { what: 'one of the last pages of a division', make: await deepDivision(port, facts), atMost: WORST },
  ];
}

/** Series with talks after the days on which searches by `present` start. */
function running({ known }: Facts): string[] {
  const slugs = known.flatMap(({ start, series }) => (series !== null && start > '2026-01' ? [series] : []));
  return [...new Set(slugs)].slice(0, 400);
}

function rareTopic({ topics }: Facts): Make {
  const rare = topics
    .filter(({ talks }) => talks >= 20)
    .sort((a, b) => a.talks - b.talks)
    .slice(0, 20);
  return always((random) => ({ topic: random.pick(rare).id }));
}

/** Filters by a talk's series, topic, speaker, division with subdepartments and site with all rooms. */
function fiveFilters(facts: Facts): Make {
  const divisionOf = ancestors(facts.organisations, 1);
  const siteOf = ancestors(facts.venues, 0);
  const talks = new Random(7)
    .shuffled(facts.known)
    .map((talk) => filtersOf(talk, divisionOf, siteOf))
    .filter((filters) => filters !== undefined)
    .slice(0, 300);
  return always((random) => random.pick(talks));
}

function filtersOf(
  { series, venue, department, topics, speakers }: KnownTalk,
  divisionOf: ReadonlyMap<string, string>,
  siteOf: ReadonlyMap<string, string>,
): Parameters | undefined {
  const division = divisionOf.get(department ?? '');
  const site = siteOf.get(venue ?? '');
  const [topic] = topics;
  const [speaker] = speakers;
  if (series === null || division === undefined || site === undefined) return undefined;
  if (topic === undefined || speaker === undefined) return undefined;
  return { series, topic, speaker, organising_department: division, venue: site, subvenues: 'true' };
}

/** For each place, its ancestor at this depth or the place itself. */
function ancestors(places: readonly CountedPlace[], depth: number): Map<string, string> {
  const byId = new Map(places.map((place) => [place.id, place]));
  const found = new Map<string, string>();
  for (const place of places) {
    let at: CountedPlace | undefined = place;
    while (at !== undefined && at.depth > depth) at = byId.get(at.parent ?? '');
    if (at !== undefined) found.set(place.id, at.id);
  }
  return found;
}

async function deepPage(port: number, parameters: Parameters): Promise<Make> {
  const { total } = await counted(port, search({ from: '1950-01-01', ...parameters, count: 1 }));
  const last = Math.floor(total / 20);
  const deep = Math.min(DEEP_PAGES, Math.floor(last / 2));
  return always((random) => ({ ...parameters, page: last - random.below(deep) }));
}

async function deepDivision(port: number, { organisations }: Facts): Promise<Make> {
  const divisions = organisations.filter(({ depth, below }) => depth === 1 && below > 400);
  const makes: Make[] = [];
  for (const { id } of divisions) makes.push(await deepPage(port, { organising_department: id }));
  return (random) => random.pick(makes)(random);
}
