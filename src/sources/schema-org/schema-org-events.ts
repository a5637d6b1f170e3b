import { noStart } from '../findings.ts';
import type { Findings } from '../findings.ts';
import type { ReadOptions, SourceBatch } from '../format.ts';
import type { Thing, ThingGraph } from './schema-org-graph.ts';
import { scheduleWork } from './schema-org-schedule.ts';
import { schemaOrgTalks } from './schema-org-talk.ts';
import { EVENT_TYPES } from './schema-org-types.ts';

/** Wholes of wholes of an event. */
const DEEPEST = 16;

export interface Surroundings {
  /** What the page says that its own is; `''` when it does not, and of what is no page. */
  readonly address: string;
  readonly options: ReadOptions;
}

/** The events that a graph speaks of: which of them are talks, and which are what talks are part of. */
export class SchemaOrgEvents {
  readonly #events = new Set<Thing>();
  /** What an event is part of: the first thing that says so. */
  readonly #wholes = new Map<Thing, Thing>();
  readonly #withParts = new Set<Thing>();

  constructor(graph: ThingGraph) {
    for (const thing of graph.things) if (isEvent(thing)) this.#events.add(thing);
    // Parts that are reached here are looked through for parts of their own.
    for (const event of this.#events) {
      for (const part of event.things(...PARTS)) if (hasTime(part)) this.#events.add(part);
    }
    for (const event of this.#events) this.#link(event);
  }

  /** Events and series. */
  get size(): number {
    return this.#events.size;
  }

  /** Talks as they come; what else is found stays in `found`. */
  *take(found: Findings, surroundings: Surroundings): Generator<SourceBatch> {
    const talks = [...this.#events].filter((event) => !event.types.has('EventSeries') && !this.#withParts.has(event));
    const keys = keysOf(talks);
    const bare = [...this.#events].filter((event) => event.types.has('EventSeries') && !this.#withParts.has(event));
    found.notes.add('series of which no event is there: left out', bare.length);
    const work = scheduleWork();
    const taken = new Set<string>();
    for (const [index, event] of talks.entries()) {
      const key = keys.get(event) ?? '';
      if (taken.has(key)) {
        found.notes.add('given twice: the first counts');
        continue;
      }
      taken.add(key);
      const whole = this.#wholes.get(event);
      const line = event.line || index + 1;
      found.entry(line, event.id || pageOf(event) || event.name('name'), () => {
        const made = schemaOrgTalks(event, { ...surroundings, key, line, whole, work, notes: found.notes });
        if (made.length === 0) throw noStart('startDate', 'Give the event a startDate at its source.');
        return made;
      });
      yield* found.enough();
    }
  }

  #link(event: Thing): void {
    for (const whole of event.things(...WHOLES)) this.#join(event, whole);
    for (const part of event.things(...PARTS)) if (this.#events.has(part)) this.#join(part, event);
  }

  /** A thing that is part of itself, by however many others, is part of nothing. */
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
 * What each is called: its identifier, or its address. Several with one address are told apart by when they begin, those that
 * begin at once by their titles, and so are those that have none.
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

/** An identifier that is relative, of a page that is nowhere, is told by pages that repeat it too: an address is better. */
function identifierOf(event: Thing): string {
  const isAbsolute = /^[a-z][a-z\d+.-]*:/i.test(event.id);
  return isAbsolute || pageOf(event) === '' ? event.id : '';
}

/** The page that is about it. */
function pageOf(event: Thing): string {
  return event.address('url', 'mainEntityOfPage');
}

function titleOf(event: Thing): string {
  return `${startOf(event)} ${event.text('name')}`;
}

/** Of an event that repeats, what its schedules say of when. */
function startOf(event: Thing): string {
  const schedules = event.things('eventSchedule').flatMap((schedule) => SCHEDULED.map((term) => schedule.text(term)));
  return event.text('startDate') || schedules.filter((text) => text !== '').join(' ');
}

const SCHEDULED = ['startDate', 'byDay', 'byMonthDay', 'startTime'];
