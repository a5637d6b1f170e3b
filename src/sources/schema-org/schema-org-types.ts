import types from './event-types.json' with { type: 'json' };

/**
 * Types of schema.org (version 29) for events that people attend, and one that pages use though the vocabulary lacks
 * it. DeliveryEvent and UserInteraction are not among them: nobody attends those.
 */
export const EVENT_TYPES: ReadonlySet<string> = new Set(types);

/**
 * The last part of a term that may be written as an address: `EventCancelled` of `https://schema.org/EventCancelled`.
 */
export function lastPart(address: string): string {
  return address.slice(Math.max(address.lastIndexOf('/'), address.lastIndexOf(':'), address.lastIndexOf('#')) + 1);
}
