import { isObject, listOf } from './json-document.ts';
import type { JsonObject } from './json-document.ts';

/** An event, and the group whose it is, if either of them says that. */
export interface MeetupEvent {
  readonly fields: JsonObject;
  readonly group: JsonObject | undefined;
}

/** Levels of objects and lists: `data`, the group, its events, `edges`, an edge, `node`; and some for other questions. */
const DEEPEST = 10;

/**
 * Finds the events in an answer. In GraphQL the one who asks decides where they are: in `edges` of any connection, under
 * any name. In REST they are a list, in `results` or alone.
 */
export class MeetupEvents {
  /** By their identifier: one may stand in several connections. */
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

  /** Whether there is at least a list of events, even if it is empty. */
  get hasList(): boolean {
    return this.#hasList || this.#events.size > 0;
  }

  /** Whether Meetup has more of them on a further page. */
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

/** What else a group has. */
const WITHOUT_EVENTS: ReadonlySet<string> = new Set(['topics', 'memberships', 'members', 'sponsors', 'meta']);

function isEvent(value: JsonObject): boolean {
  return 'dateTime' in value || 'eventUrl' in value || 'local_date' in value || ('time' in value && 'name' in value);
}
