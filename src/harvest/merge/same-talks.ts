import type { CatalogueRecord, LocatedRecord } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { CatalogueBefore } from '../catalogue-before.ts';
import type { HeldRecord, MergeRewriter } from './merge-rewriter.ts';
import type { SameLines } from '../reading/same-lines.ts';
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
  readonly #owned = new Map<string, Map<Slug, Slug>>();
  readonly #shared = new Map<string, Map<Slug, Slug>>();
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

  /** Talks that came under another name, and that the source owns now: by the slug that is kept, the one that it has. */
  ownedBy(source: string): ReadonlyMap<Slug, Slug> {
    return this.#owned.get(source) ?? new Map();
  }

  /** The same of those that it shares. */
  sharedBy(source: string): ReadonlyMap<Slug, Slug> {
    return this.#shared.get(source) ?? new Map();
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
    const owners = this.#before.sourcesOf('owns', talk).filter((owner) => !this.isRead(owner));
    if (owners.length > 0 || this.#isReadElsewhere(talk, source)) return undefined;
    return this.#othersThatHave(talk)[0];
  }

  /** Whether this source is read now. */
  isRead(source: string): boolean {
    return this.#sources.has(source);
  }

  #isReadElsewhere(talk: Slug, source: string): boolean {
    for (const [name, { records }] of this.#sources) {
      if (name === source) continue;
      if (records.has(talk) || this.ownedBy(name).has(talk) || this.sharedBy(name).has(talk)) return true;
    }
    return false;
  }

  /** Sources that are not read now and have a talk. */
  #othersThatHave(talk: Slug): readonly string[] {
    const dropped = this.#lines.dropsOf(talk).flatMap((drop) => this.#before.sourcesOf('owns', drop));
    const sources = [...this.#before.provenanceOf(talk).map(({ source }) => source), ...dropped];
    return [...new Set(sources)].filter((source) => !this.isRead(source)).sort();
  }

  #chosen(name: string, held: readonly HeldRecord[]): HeldRecord | undefined {
    const [first] = held;
    if (first?.record.type !== 'talk') return this.#before.has(name) ? undefined : first;
    const owners = this.#ownersOf(first.record.slug, held);
    if (owners === 'nobody' || owners === 'lost') return first;
    const own = held.find(({ source }) => source !== undefined && owners.has(source));
    return own !== undefined && owners.size === 1 ? own : undefined;
  }

  /**
   * Whose a talk was. `lost`: of sources that are read now and have it no more. A talk that is nobody's is a catalogue file's,
   * if there is one.
   */
  #ownersOf(talk: Slug, held: readonly HeldRecord[]): ReadonlySet<string> | 'nobody' | 'lost' {
    const owners = this.#before.sourcesOf('owns', talk);
    if (owners.length === 0) return this.#before.has(`talk ${talk}`) ? new Set(['a catalogue file']) : 'nobody';
    const holding = new Set(held.map(({ source }) => source));
    const left = owners.filter((owner) => !this.isRead(owner) || holding.has(owner) || this.#mayHave(owner, talk));
    return left.length === 0 ? 'lost' : new Set(left);
  }

  /** Whether the talk may be an entry that could not be read. */
  #mayHave(owner: string, talk: Slug): boolean {
    const source = this.#sources.get(owner);
    return source !== undefined && (source.isPartial || source.unread.has(talk));
  }

  #noteTalk({ record, source, drop }: HeldRecord, chosen: HeldRecord | undefined): void {
    if (source === undefined || !isTalk(record)) return;
    // A source may call one talk by two names.
    if (this.ownedBy(source).has(record.slug) || this.#sources.get(source)?.records.has(record.slug) === true) return;
    const talks = chosen?.source === source ? this.#owned : this.#shared;
    talks.set(source, (talks.get(source) ?? new Map<Slug, Slug>()).set(record.slug, drop));
  }
}

function isTalk(record: CatalogueRecord): record is CatalogueRecord & { readonly type: 'talk' } {
  return record.type === 'talk';
}
