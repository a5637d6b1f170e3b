import type { KnownTalk } from './facts.ts';

/** Approximate number of talks of a catalogue that are kept individually. */
export const TALKS_KNOWN = 50_000;

/** Counts how many talks refer to each place, topic and series while a file is read. */
export class TalkCounts {
  readonly places = new Map<string, number>();
  readonly topics = new Map<string, number>();
  readonly series = new Map<string, number>();
  readonly known: KnownTalk[] = [];
  first = '9999';
  last = '';
  readonly #every: number;
  #seen = 0;

  /** @param every 1 keeps every talk, 2 every second talk */
  constructor(every: number) {
    this.#every = every;
  }

  add(talk: KnownTalk): void {
    if (this.#seen % this.#every === 0) this.known.push(talk);
    this.#seen += 1;
    count(this.places, talk.venue);
    count(this.places, talk.department);
    count(this.series, talk.series);
    for (const topic of talk.topics) count(this.topics, topic);
    const day = talk.start.slice(0, 10);
    if (day < this.first) this.first = day;
    if (day > this.last) this.last = day;
  }
}

function count(counts: Map<string, number>, id: string | null): void {
  if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
}
