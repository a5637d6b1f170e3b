import { noStart } from '../findings.ts';
import type { Findings, Mend } from '../findings.ts';
import type { ReadOptions, SourceBatch } from '../source-format.ts';
import type { SourceTalk } from '../source-talk.ts';
import type { Thing, ThingGraph } from './schema-org-graph.ts';
import { scheduleWork } from './schema-org-schedule.ts';
import { schemaOrgTalks } from './schema-org-talk.ts';
import { EVENT_TYPES } from './schema-org-types.ts';

/** Limit on nested parents of an event. */
const DEEPEST = 16;

interface Surroundings {
  /** Canonical address of the page; `''` if it has none, and for other files. */
  readonly address: string;
  readonly options: ReadOptions;
}

/** Tells the talks in a graph from the events that they are part of. */
export class SchemaOrgEvents {
  readonly #events = new Set<Thing>();
  /** The parent of an event: the first that is stated. */
  readonly #wholes = new Map<Thing, Thing>();
  readonly #withParts = new Set<Thing>();

  constructor(graph: ThingGraph) {
    for (const thing of graph.things) if (isEvent(thing)) this.#events.add(thing);
    // Added parts are searched for further parts.
    for (const event of this.#events) {
      for (const part of event.things(...PARTS)) if (hasTime(part)) this.#events.add(part);
    }
    for (const event of this.#events) this.#link(event);
  }

  /** Number of events, including series. */
  get size(): number {
    return this.#events.size;
  }

  /** Batches of talks; the rest stays in `found`. */
  *take(found: Findings, surroundings: Surroundings): Generator<SourceBatch> {
    const talks = [...this.#events].filter((event) => !event.types.has('EventSeries') && !this.#withParts.has(event));
    const keys = keysOf(talks);
    const bare = [...this.#events].filter((event) => event.types.has('EventSeries') && !this.#withParts.has(event));
    found.notes.leave('series without events: left out', bare.length);
    const work = scheduleWork();
    const taken = new Set<string>();
    for (const [index, event] of talks.entries()) {
      const key = keys.get(event) ?? '';
      if (taken.has(key)) {
        found.notes.add('given twice: the first is used');
        continue;
      }
      taken.add(key);
      found.named(event.terms);
      const whole = this.#wholes.get(event);
      const line = event.line || index + 1;
      const read = (mend: Mend): readonly SourceTalk[] => {
        const made = schemaOrgTalks(event, { ...surroundings, key, line, whole, work, notes: found.notes, mend });
        if (made.length === 0) throw noStart('startDate', 'Give the event a startDate at its source.');
        return made;
      };
      // Its start may be part of its key.
      const mayBe = [identifierOf(event) || pageOf(event)];
      found.entry(line, event.id || pageOf(event) || event.name('name'), read, { mayBe });
      yield* found.enough();
    }
  }

  #link(event: Thing): void {
    for (const whole of event.things(...WHOLES)) this.#join(event, whole);
    for (const part of event.things(...PARTS)) if (this.#events.has(part)) this.#join(part, event);
  }

  /** Ignores cycles. */
  #join(part: Thing, whole: Thing): void {
    if (this.#wholes.has(part)) return;
    let above: Thing | undefined = whole;
    for (let depth = 0; above !== undefined; depth++) {
      if (above === part || depth === DEEPEST) return;
      above = this.#wholes.get(above);
    }
    this.#wholes.set(part, whole);
    if (hasTime(part)) this.#withParts.add(whole);
  }
}

const PARTS = ['subEvent', 'subEvents'];
const WHOLES = ['superEvent'];

function isEvent({ types }: Thing): boolean {
  for (const type of types) if (EVENT_TYPES.has(type)) return true;
  return false;
}

function hasTime(thing: Thing): boolean {
  return thing.values('startDate', 'eventSchedule').length > 0;
}

/**
 * Keys: identifier, or address. Events with the same address are told apart by start, or by title if they start
 * together; so are events without an address.
 */
function keysOf(events: readonly Thing[]): ReadonlyMap<Thing, string> {
  const starts = new Map<string, Set<string>>();
  const titles = new Map<string, Set<string>>();
  for (const event of events) {
    const page = pageOf(event);
    if (identifierOf(event) !== '') continue;
    starts.set(page, (starts.get(page) ?? new Set()).add(startOf(event)));
    titles.set(page, (titles.get(page) ?? new Set()).add(titleOf(event)));
  }
  return new Map(
    events.map((event) => {
      const page = pageOf(event);
      const [ofStart = 0, ofTitle = 0] = [starts.get(page)?.size, titles.get(page)?.size];
      const parts = ofTitle < 2 ? [page] : ofStart === ofTitle ? [page, startOf(event)] : [page, titleOf(event)];
      return [event, identifierOf(event) || (page === '' ? titleOf(event) : parts.join(' '))];
    }),
  );
}

/** A relative identifier on a page without an address may be repeated on other pages: an address is better. */
function identifierOf(event: Thing): string {
  const isAbsolute = /^[a-z][a-z\d+.-]*:/i.test(event.id);
  return isAbsolute || pageOf(event) === '' ? event.id : '';
}

/** Address of the event's page. */
function pageOf(event: Thing): string {
  return event.address('url', 'mainEntityOfPage');
}

function titleOf(event: Thing): string {
  return `${startOf(event)} ${event.text('name')}`;
}

/** Start of an event; of a repeating one, from its schedules. */
function startOf(event: Thing): string {
  const schedules = event.things('eventSchedule').flatMap((schedule) => SCHEDULED.map((term) => schedule.text(term)));
  return event.text('startDate') || schedules.filter((text) => text !== '').join(' ');
}

const SCHEDULED = ['startDate', 'byDay', 'byMonthDay', 'startTime'];
