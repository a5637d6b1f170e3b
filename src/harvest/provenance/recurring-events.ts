import type { RecurringEvent } from '#sources/source-format.ts';

const OCCURRENCE = /^(?<event>.*)\/(?<moment>\d{8}(?:T\d{6}Z?)?)$/s;

/**
 * Recurring events that a source has in full: what their rules and exceptions no longer include, the source has
 * withdrawn itself.
 */
export class RecurringEvents {
  readonly #events = new Map<string, RecurringEvent>();

  add(event: RecurringEvent): void {
    this.#events.set(event.key, event);
  }

  /** Whether a talk that has not come would be an occurrence of one of the events. @param key of the talk */
  excludes(key: string): boolean {
    const { event = '', moment = '' } = OCCURRENCE.exec(key)?.groups ?? {};
    const given = this.#events.get(event);
    // Days and times sort as text.
    return given !== undefined && given.from <= moment && moment <= given.to;
  }
}
