import { isObject, listOf } from './json-document.ts';
import type { JsonObject } from './json-document.ts';

/** An event, and its group if the response has it. */
export interface MeetupEvent {
  readonly fields: JsonObject;
  readonly group: JsonObject | undefined;
}

/** Levels of objects and lists: `data`, the group, its events, `edges`, an edge, `node`; and a few spare. */
const DEEPEST = 10;

/**
 * Finds the events in a response. In GraphQL the query decides where they are: in `edges` of any connection, under
 * any name. In REST they are a list, in `results` or at the top level.
 */
export class MeetupEvents {
  /** By identifier, because an event may be in several connections. */
  readonly #events = new Map<unknown, MeetupEvent>();
  #hasList = false;
  #hasMore = false;

  constructor(answer: unknown) {
    this.#hasList = Array.isArray(answer);
    this.#visit(answer, undefined, 0);
  }

  get all(): readonly MeetupEvent[] {
    return [...this.#events.values()];
  }

  /** Whether there is a list of events, even an empty one. */
  get hasList(): boolean {
    return this.#hasList || this.#events.size > 0;
  }

  /** Whether there are further pages. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  #visit(value: unknown, group: JsonObject | undefined, depth: number): void {
    if (depth > DEEPEST) return;
    if (Array.isArray(value)) for (const item of listOf(value)) this.#visit(item, group, depth + 1);
    else if (isObject(value) && isEvent(value))
      this.#events.set(value.id ?? value, { fields: value, group: isObject(value.group) ? value.group : group });
    else if (isObject(value)) this.#visitInside(value, group, depth);
  }

  #visitInside(value: JsonObject, group: JsonObject | undefined, depth: number): void {
    this.#hasList ||= Array.isArray(value.edges) || Array.isArray(value.results);
    this.#hasMore ||= isObject(value.pageInfo) && value.pageInfo.hasNextPage === true;
    const around = 'urlname' in value ? value : group;
    for (const [name, inside] of Object.entries(value)) {
      if (!WITHOUT_EVENTS.has(name)) this.#visit(inside, around, depth + 1);
    }
  }
}

/** Other lists of a group. */
const WITHOUT_EVENTS: ReadonlySet<string> = new Set(['topics', 'memberships', 'members', 'sponsors', 'meta']);

function isEvent(value: JsonObject): boolean {
  return 'dateTime' in value || 'eventUrl' in value || 'local_date' in value || ('time' in value && 'name' in value);
}
