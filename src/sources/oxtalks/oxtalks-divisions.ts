import { isPlaceId } from '#catalogue/place.ts';
import { FetchFailure } from '../fetch/fetch-failure.ts';
import { HtmlReader } from '../html-reader.ts';
import type { Notes } from '../notes.ts';
import type { SourcePlace } from '../source-talk.ts';
import { decoded } from '../text-decoding.ts';
import type { OxtalksAccess } from './oxtalks-access.ts';
import { Tries } from './oxtalks-tries.ts';

/** Where OxTalks shows people its departments: each below its division. */
const LIST = '/talks/department';

/** Which division each department is part of: no document of the API says so. */
export class Divisions {
  readonly #access: OxtalksAccess;
  readonly #notes: Notes;
  readonly #tries = new Tries();
  #known: ReadonlyMap<string, SourcePlace> | undefined;
  /** Departments of which nothing says what they are part of. */
  readonly #without = new Set<string>();

  constructor(access: OxtalksAccess, notes: Notes) {
    this.#access = access;
    this.#notes = notes;
  }

  /** The department with its division, if the source shows that. @throws what reading addresses does, when the server is unwell */
  async withDivision(department: SourcePlace): Promise<SourcePlace> {
    if (department.id === undefined) return department;
    this.#known ??= await this.#read();
    const parent = this.#known.get(department.id);
    if (parent !== undefined) return { ...department, parent };
    const isDivision = [...this.#known.values()].some(({ id }) => id === department.id);
    if (!isDivision) this.#without.add(department.id);
    return department;
  }

  /** What there is to say of it in the end. */
  tell(): void {
    const what =
      'departments of which the source does not say what they are part of: a search for a division does not find their talks until a catalogue file gives each its parent';
    this.#notes.add(what, this.#without.size);
  }

  async #read(): Promise<ReadonlyMap<string, SourcePlace>> {
    const { api, hasFurther } = this.#access;
    if (!hasFurther || api === '') return new Map();
    const ask = { accept: 'text/html', isLasting: true, isAside: true };
    const file = await this.#tries.have(() => this.#access.further(api.replace(/\/api$/, LIST), ask));
    if (file instanceof FetchFailure) return new Map();
    const parts: Buffer[] = [];
    for await (const chunk of file.chunks) parts.push(chunk);
    return divisionsIn(Buffer.concat(parts));
  }
}

/** By department: the division in the heading above it. @param html the page with all departments, whole */
export function divisionsIn(html: Buffer): ReadonlyMap<string, SourcePlace> {
  const found = new Map<string, { id: string; kind: 'organisation'; name: string }>();
  let division: { id: string; kind: 'organisation'; name: string } | undefined;
  let isHeading = false;
  let isNamed = false;
  const reader = new HtmlReader({
    onopentag: (name, { href = '' }) => {
      if (name === 'h3') {
        isHeading = true;
        division = undefined;
      }
      const id = /\/talks\/department\/id\/([^/?#]+)$/.exec(href)?.[1]?.replace('%3A', ':') ?? '';
      if (name !== 'a' || !isPlaceId(id)) return;
      if (isHeading) {
        division = { id, kind: 'organisation', name: '' };
        isNamed = true;
      } else if (division !== undefined && division.id !== id) {
        found.set(id, division);
      }
    },
    ontext: (text) => {
      if (isNamed && division !== undefined) division.name += text;
    },
    onclosetag: (name) => {
      if (name === 'a') isNamed = false;
      if (name === 'h3') isHeading = false;
    },
  });
  reader.write(decoded(html));
  reader.end();
  return new Map([...found].filter(([, { name }]) => name.trim() !== ''));
}
