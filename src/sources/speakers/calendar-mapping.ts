import type { ReadOptions } from '../source-format.ts';
import { originsOf } from './origin.ts';
import type { Origin } from './origin.ts';

/** Fields of calendars for `--map`. */
const CALENDAR_FIELDS = ['title', 'speakers', 'hosts', 'organisers'] as const;
export type CalendarField = (typeof CALENDAR_FIELDS)[number];

/** Hint for problems. */
export const CALENDAR_MAPPING =
  'Map title, speakers, hosts or organisers to a property, or a part of one: speakers=ATTENDEE, speakers=DESCRIPTION:Speaker, title=SUMMARY after :';

/** Where fields are, as the operator has set it. */
export type CalendarMapping = ReadonlyMap<CalendarField, readonly Origin[]>;

/** Properties of events with texts and people; others begin with `X-`. */
const PROPERTIES: ReadonlySet<string> = new Set([
  'SUMMARY',
  'DESCRIPTION',
  'LOCATION',
  'ATTENDEE',
  'ORGANIZER',
  'CONTACT',
  'COMMENT',
  'CATEGORIES',
  'RESOURCES',
]);

/** The mappings that apply to calendars: not `title=Subject`, which is for a table imported together with it. */
export function calendarMapping(mapping: ReadOptions['mapping']): CalendarMapping {
  return mapped(mapping, ({ property }) => PROPERTIES.has(property) || property.startsWith('X-'));
}

/** Parts of the title and description of a feed's items; whole elements are read with the items. */
export function feedMapping(mapping: ReadOptions['mapping']): CalendarMapping {
  return mapped(mapping, ({ property, part }) => part !== undefined && /^(?:TITLE|DESCRIPTION)$/.test(property));
}

function mapped(mapping: ReadOptions['mapping'], isKnown: (origin: Origin) => boolean): CalendarMapping {
  return new Map(
    CALENDAR_FIELDS.flatMap((field) => {
      const origins = originsOf(mapping.get(field) ?? '');
      return origins.length > 0 && origins.every(isKnown) ? [[field, origins] as const] : [];
    }),
  );
}

/** Fields of `--map` that do not apply to calendars, if others do. */
export function unusedFields(given: ReadOptions['mapping'], mapping: CalendarMapping): readonly string[] {
  const used: ReadonlySet<string> = new Set(mapping.keys());
  return used.size === 0 ? [] : [...given.keys()].filter((field) => !used.has(field));
}

/** The properties that are mapped, besides those that become title and description anyway. */
export function mappedProperties(mapping: CalendarMapping): ReadonlySet<string> {
  const properties = [...mapping.values()].flat().map(({ property }) => property);
  return new Set(properties.filter((property) => property !== 'SUMMARY' && property !== 'DESCRIPTION'));
}
