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
export function originsOf(written: string): readonly Origin[] {
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
