import type { CatalogueRecord, LocatedRecord } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { CatalogueBefore } from '../catalogue-before.ts';
import type { HeldRecord, MergeRewriter } from './merge-rewriter.ts';
import type { SameLines } from './same-lines.ts';
import type { SourceReading } from '../reading/source-reading.ts';

/**
 * Who has the talks that several sources bring. A talk is one source's own: what that says of it counts, and nothing else. The
 * others have it too, and one of them takes it over when its own source drops it.
 */
export class SameTalks {
  readonly #lines: SameLines;
  readonly #gate: MergeRewriter;
  readonly #before: CatalogueBefore;
  readonly #sources: ReadonlyMap<string, SourceReading>;
  /** Notes of the sources that are read now, which tell anew what these have. */
  readonly #read: ReadonlySet<string>;
  readonly #own = new Map<string, Set<Slug>>();
  readonly #also = new Map<string, Set<Slug>>();
  readonly #brought = new Set<string>();

  constructor(parts: {
    readonly lines: SameLines;
    readonly gate: MergeRewriter;
    readonly before: CatalogueBefore;
    readonly sources: ReadonlyMap<string, SourceReading>;
  }) {
    this.#lines = parts.lines;
    this.#gate = parts.gate;
    this.#before = parts.before;
    this.#sources = parts.sources;
    this.#read = new Set([...parts.sources.values()].map(({ identity }) => identity.notes));
  }

  /** Decides about all that was held back. What is returned counts under the name that is kept; the rest is another's to tell. */
  decide(): LocatedRecord[] {
    const records: LocatedRecord[] = [];
    for (const [name, held] of this.#gate.held) {
      const chosen = this.#gate.hasPassed(name) ? undefined : this.#chosen(name, held);
      if (chosen !== undefined) {
        records.push({ record: chosen.record, file: chosen.file, line: chosen.line });
        this.#brought.add(name);
      }
      for (const each of held) this.#noteTalk(each, chosen);
    }
    return records;
  }

  /** Talks that came under another name, and are the source's own now. */
  ownOf(source: string): ReadonlySet<Slug> {
    return this.#own.get(source) ?? new Set();
  }

  /** Those that it has too, and are another's. */
  alsoOf(source: string): ReadonlySet<Slug> {
    return this.#also.get(source) ?? new Set();
  }

  /** Whether what is kept is in the catalogue, or comes into it now. */
  isThere(name: string): boolean {
    return this.#gate.hasPassed(name) || this.#brought.has(name) || this.#before.has(name);
  }

  /** Whether another source than this one has a talk, under whichever name. */
  isElsewhere(talk: Slug, source: string): boolean {
    return this.#isReadElsewhere(talk, source) || this.#othersThatHave(talk).length > 0;
  }

  /** Who owns a talk from now on that has vanished from this source; undefined when somebody does already, or nobody has it. */
  heirOf(talk: Slug, source: string): string | undefined {
    const owners = [...this.#before.sourcesOf('brought', talk)].filter((owner) => !this.#read.has(owner));
    if (owners.length > 0 || this.#isReadElsewhere(talk, source)) return undefined;
    return this.#othersThatHave(talk)[0];
  }

  /** Whether this source, as its notes' slugs begin, is read now. */
  readonly isRead = (source: string): boolean => this.#read.has(source);

  #isReadElsewhere(talk: Slug, source: string): boolean {
    for (const [name, { records }] of this.#sources) {
      if (name === source) continue;
      if (records.has(talk) || this.ownOf(name).has(talk) || this.alsoOf(name).has(talk)) return true;
    }
    return false;
  }

  /** Sources that are not read now and have a talk. */
  #othersThatHave(talk: Slug): readonly string[] {
    const dropped = this.#lines.dropsOf(talk).flatMap((drop) => [...this.#before.sourcesOf('brought', drop)]);
    const sources = [...this.#before.sourcesOf('brought', talk), ...this.#before.sourcesOf('also', talk), ...dropped];
    return [...new Set(sources)].filter((source) => !this.#read.has(source)).sort();
  }

  #chosen(name: string, held: readonly HeldRecord[]): HeldRecord | undefined {
    const [first] = held;
    if (first?.record.type !== 'talk') return this.#before.has(name) ? undefined : first;
    const owners = this.#ownersOf(first.record.slug, held);
    if (owners === 'nobody' || owners === 'lost') return first;
    const own = held.find(({ source }) => source !== undefined && owners.has(this.#noteSourceOf(source)));
    return own !== undefined && owners.size === 1 ? own : undefined;
  }

  /**
   * Whose a talk was. `lost`: of sources that are read now and have it no more. A talk that is nobody's is a catalogue file's,
   * if there is one.
   */
  #ownersOf(talk: Slug, held: readonly HeldRecord[]): ReadonlySet<string> | 'nobody' | 'lost' {
    const owners = this.#before.sourcesOf('brought', talk);
    if (owners.size === 0) return this.#before.has(`talk ${talk}`) ? new Set(['a catalogue file']) : 'nobody';
    const holding = new Set(held.map(({ source }) => (source === undefined ? '' : this.#noteSourceOf(source))));
    const left = [...owners].filter((owner) => !this.#read.has(owner) || holding.has(owner) || this.#hasSkipped(owner));
    return left.length === 0 ? 'lost' : new Set(left);
  }

  /** Nobody can say of such a source what it has no more. */
  #hasSkipped(owner: string): boolean {
    return [...this.#sources.values()].some((source) => source.hasSkipped && source.identity.notes === owner);
  }

  #noteSourceOf(source: string): string {
    return this.#sources.get(source)?.identity.notes ?? '';
  }

  #noteTalk({ record, source }: HeldRecord, chosen: HeldRecord | undefined): void {
    if (source === undefined || !isTalk(record)) return;
    // A source may call one talk by two names.
    if (this.ownOf(source).has(record.slug) || this.#sources.get(source)?.records.has(record.slug) === true) return;
    const notes = chosen?.source === source ? this.#own : this.#also;
    notes.set(source, (notes.get(source) ?? new Set()).add(record.slug));
  }
}

function isTalk(record: CatalogueRecord): record is CatalogueRecord & { readonly type: 'talk' } {
  return record.type === 'talk';
}
