import type { SourceTalk } from '../source-talk.ts';

/**
 * Identifies rows across imports: by identifier; else by address; else, or if rows share the address, by title and
 * speakers as well. So a row stays the same talk when anything else changes. Rows that are equal in all this are told
 * apart by day, and on the same day by time. A row without a title yet is identified by time, place and series, so that
 * a later title does not make another talk.
 */
export class TableKeys {
  readonly #seen = new Map<string, number>();

  /** Call for all rows that are held, before `keyOf`. */
  observe(talk: SourceTalk): void {
    const keys = candidates(talk);
    const slot = slotOf(talk);
    for (const key of keys.includes(slot) ? keys : [...keys, slot]) this.#seen.set(key, (this.#seen.get(key) ?? 0) + 1);
  }

  /** As `observe`, for a row whose times cannot be read: its key would be one of these, or begin with one. */
  observeUnread(keys: readonly string[]): void {
    for (const key of keys) this.#seen.set(key, (this.#seen.get(key) ?? 0) + 1);
  }

  /** Key of a row before it had its title; undefined if other rows share it. */
  formerKeyOf(talk: SourceTalk): string | undefined {
    if (talk.key !== '' || talk.url !== '' || talk.title === '') return undefined;
    const key = slotOf(talk);
    return this.#seen.get(key) === 1 ? key : undefined;
  }

  keyOf(talk: SourceTalk): string {
    const keys = candidates(talk);
    return keys.find((key) => (this.#seen.get(key) ?? 0) < 2) ?? keys.at(-1) ?? talk.key;
  }
}

type Named = Pick<SourceTalk, 'key' | 'url' | 'title' | 'speakers'>;

/** Prefixes of the keys of a row, without its time. */
export function untimedKeys(row: Named): string[] {
  const { key, url, title } = row;
  if (key !== '') return [key];
  if (url !== '') return [url, `${url} ${namesOf(row)}`];
  return [title === '' ? UNTITLED : namesOf(row)];
}

/** Possible keys, from the most stable to the most specific. */
function candidates(talk: SourceTalk): string[] {
  const { key, url, title, speakers, start } = talk;
  if (key !== '') return [key];
  if (title === '' && url === '')
    return [slotOf(talk), [slotOf(talk), ...speakers.map(({ name }) => folded(name))].join(' / ')];
  const named = url === '' ? namesOf(talk) : `${url} ${namesOf(talk)}`;
  const timed = [named, `${named} ${start.slice(0, 10)}`, `${named} ${start}`];
  return url === '' ? timed : [url, ...timed];
}

function namesOf({ title, speakers }: Named): string {
  return [title, ...speakers.map(({ name }) => name)].map(folded).join(' / ');
}

const UNTITLED = 'untitled';

/** Time, place and series of a talk. */
function slotOf({ start, venue, room, location, series }: SourceTalk): string {
  return [UNTITLED, start, ...[venue?.name, room, location, series?.title].map((text) => folded(text ?? ''))].join(
    ' / ',
  );
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
