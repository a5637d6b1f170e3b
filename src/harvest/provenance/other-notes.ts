import type { LocatedRecord } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { Store } from '#store/store.ts';
import { collectionsOf, nameInTitle, notedTalks } from './brought-talks.ts';
import type { NotedTalks } from './brought-talks.ts';
import { TALK_NOTES } from './note-slug.ts';
import type { TalkNoteKind } from './note-slug.ts';

/** What a source has brought, and what it has too: as it was, and as it is to be. */
interface Notes {
  readonly before: Readonly<Record<TalkNoteKind, NotedTalks>>;
  readonly after: Readonly<Record<TalkNoteKind, Set<Slug>>>;
  readonly edited: Set<TalkNoteKind>;
}

/** Of a source that has no note that tells its name. */
const NAMELESS = 'a source';

/** What changes in the notes of sources that are not read now. These are named as their notes begin. */
export class OtherNotes {
  readonly #store: Pick<Store, 'collection'>;
  readonly #notes = new Map<string, Notes>();

  constructor(store: Pick<Store, 'collection'>) {
    this.#store = store;
  }

  /** What a source called `drop` it has too, as `keep`. */
  async rename(drop: Slug, keep: Slug, source: string): Promise<void> {
    const notes = await this.#of(source);
    for (const kind of TALK_NOTES) if (notes.after[kind].delete(drop)) notes.edited.add(kind);
    put(notes, 'also', keep);
  }

  /** Talks of a source are its own from now on (`brought`), or another's that it has too (`also`). */
  async move(source: string, talks: Iterable<Slug>, to: TalkNoteKind): Promise<void> {
    const notes = await this.#of(source);
    const from = to === 'brought' ? 'also' : 'brought';
    for (const talk of talks) {
      if (notes.after[from].delete(talk)) notes.edited.add(from);
      put(notes, to, talk);
    }
  }

  *records(file: string): Generator<LocatedRecord> {
    for (const [source, { before, after, edited }] of this.#notes) {
      const titles = TALK_NOTES.flatMap((kind) => before[kind].collections.slice(0, 1)).map(({ title }) => title);
      const names = titles.map((title) => nameInTitle(title, source));
      const name = names.find((known) => known !== undefined) ?? NAMELESS;
      for (const kind of edited) {
        const collections = collectionsOf({ name, notes: source }, kind, after[kind], before[kind]);
        for (const record of collections) yield { record, file, line: 1 };
      }
    }
  }

  async #of(source: string): Promise<Notes> {
    const known = this.#notes.get(source);
    if (known !== undefined) return known;
    const [brought, also] = [
      await notedTalks(this.#store, source, 'brought'),
      await notedTalks(this.#store, source, 'also'),
    ];
    const after = { brought: new Set(brought.slugs), also: new Set(also.slugs) };
    const notes: Notes = { before: { brought, also }, after, edited: new Set() };
    this.#notes.set(source, notes);
    return notes;
  }
}

function put({ after, edited }: Notes, kind: TalkNoteKind, talk: Slug): void {
  if (after[kind].has(talk)) return;
  after[kind].add(talk);
  edited.add(kind);
}
