import type { ReadOptions } from '../source-format.ts';

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

/** Where a field is, as the operator has set it: a property, or a part of its text. */
export interface Origin {
  /** In upper case: `SUMMARY`. */
  readonly property: string;
  /** Absent: the whole text. */
  readonly part?: BehindLabel | BesideSeparator;
}

/** A label at the beginning of a line, without its colon: `Speaker`. */
interface BehindLabel {
  readonly label: string;
}

interface BesideSeparator {
  readonly side: 'before' | 'after';
  readonly separator: string;
  /** True: of several separators the last counts; else the first. */
  readonly isLast: boolean;
}

/**
 * @param written `ATTENDEE`, `DESCRIPTION:Speaker` for what is behind a label, `SUMMARY before :`, `SUMMARY after last –`,
 * or several of these with a bar between them: the first that is not empty
 * @returns empty when it cannot be read
 */
function originsOf(written: string): readonly Origin[] {
  const whole = originOf(written);
  if (whole !== undefined) return [whole];
  const origins = written.split('|').map((part) => originOf(part));
  return origins.every((origin) => origin !== undefined) ? origins : [];
}

const PROPERTY = String.raw`^\s*(?<property>[A-Za-z][\w-]{0,60})`;
const WHOLE = new RegExp(String.raw`${PROPERTY}\s*$`);
const LABEL = new RegExp(String.raw`${PROPERTY}\s*:\s*(?<label>[^|:]{1,60}?)\s*:?\s*$`);
const PART = new RegExp(
  String.raw`${PROPERTY}\s+(?<side>before|after)\s+(?<last>last\s+)?(?<separator>[^\s|](?:[^|]{0,18}[^\s|])?|\|)\s*$`,
);

function originOf(written: string): Origin | undefined {
  const groups = (PART.exec(written) ?? LABEL.exec(written) ?? WHOLE.exec(written))?.groups;
  if (groups?.property === undefined) return undefined;
  const { label, side, last, separator } = groups;
  const property = groups.property.toUpperCase();
  if (label !== undefined) return { property, part: { label } };
  if (separator === undefined) return { property };
  return { property, part: { side: side === 'before' ? side : 'after', separator, isLast: last !== undefined } };
}
