import { isPlaceId } from '#catalogue/place.ts';
import { FetchFailure } from '../fetch/fetch-failure.ts';
import type { Notes } from '../notes.ts';
import type { SourcePlace } from '../source-talk.ts';
import { OptionalDocuments, type OxtalksAccess, type PageLink } from './oxtalks-access.ts';

/** Page that lists all departments, each below its division. */
const PAGE = '/talks/department';

/** Finds the division of each department, which is not in the API. */
export class Divisions {
  readonly #access: OxtalksAccess;
  readonly #notes: Notes;
  readonly #pages = new OptionalDocuments();
  /** Divisions by department. */
  #known: ReadonlyMap<string, SourcePlace> | undefined;
  #divisions: ReadonlySet<string | undefined> = new Set();
  /** Departments whose division is unknown. */
  readonly #without = new Set<string>();

  constructor(access: OxtalksAccess, notes: Notes) {
    this.#access = access;
    this.#notes = notes;
  }

  /** The department with its division, if the source shows it. @throws as `OptionalDocuments.get` */
  async withDivision(department: SourcePlace): Promise<SourcePlace> {
    if (department.id === undefined) return department;
    if (this.#known === undefined) {
      this.#known = await this.#read();
      this.#divisions = new Set([...this.#known.values()].map(({ id }) => id));
    }
    const parent = this.#known.get(department.id);
    if (parent !== undefined) return { ...department, parent };
    if (!this.#divisions.has(department.id)) this.#without.add(department.id);
    return department;
  }

  /** Adds notes on the whole import. */
  summarise(): void {
    const what =
      'departments whose division is unknown: searching for a division does not find their talks until a catalogue file sets their parent';
    this.#notes.add(what, this.#without.size);
  }

  async #read(): Promise<ReadonlyMap<string, SourcePlace>> {
    const { api, hasFurther } = this.#access;
    if (!hasFurther || api === '') return new Map();
    const links = await this.#pages.get(() => this.#access.links(api.replace(/\/api$/, PAGE), { isAside: true }));
    return links instanceof FetchFailure ? new Map() : divisionsIn(links);
  }
}

/** By department: the division in the heading above it. */
function divisionsIn(links: readonly PageLink[]): ReadonlyMap<string, SourcePlace> {
  const divisions = new Map<number, SourcePlace>();
  const found = new Map<string, SourcePlace>();
  for (const { href, text, heading, isInHeading } of links) {
    const id = /\/talks\/department\/id\/([^/?#]+)$/.exec(href)?.[1]?.replace('%3A', ':') ?? '';
    if (!isPlaceId(id)) continue;
    const division = divisions.get(heading);
    if (isInHeading) divisions.set(heading, { id, kind: 'organisation', name: text });
    else if (division !== undefined && division.id !== id && division.name.trim() !== '') found.set(id, division);
  }
  return found;
}
