import { shownValue } from '#catalogue/shown-value.ts';
import { mended } from '../findings.ts';
import type { PartRead, SourceProblem } from '../source-format.ts';
import { unescapedText, valueTexts } from './icalendar-lines.ts';
import type { ContentLine } from './icalendar-lines.ts';
import { InvalidValue } from './icalendar-time.ts';

/** Properties of VEVENT that are read. */
export const EVENT_PROPERTIES = [
  'UID',
  'RECURRENCE-ID',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'EXRULE',
  'RDATE',
  'EXDATE',
  'SEQUENCE',
  'LAST-MODIFIED',
  'STATUS',
  'CLASS',
  'SUMMARY',
  'DESCRIPTION',
  'X-ALT-DESC',
  'X-MICROSOFT-CDO-ALLDAYEVENT',
  'LOCATION',
  'URL',
  'CONFERENCE',
  'X-GOOGLE-CONFERENCE',
  'X-MICROSOFT-SKYPETEAMSMEETINGURL',
  'ORGANIZER',
  'ATTENDEE',
  'CATEGORIES',
  'ATTACH',
  'IMAGE',
] as const;
type EventProperty = (typeof EVENT_PROPERTIES)[number];

/** The properties of an event, by name. */
export class EventProperties {
  /** The property being read, for error messages. */
  current: ContentLine | undefined;
  readonly mended: SourceProblem[] = [];
  readonly #lines = new Map<string, ContentLine[]>();

  constructor(lines: readonly ContentLine[]) {
    for (const line of lines) {
      const before = this.#lines.get(line.name);
      if (before === undefined) this.#lines.set(line.name, [line]);
      else before.push(line);
    }
  }

  /** Reads an optional part of an event; undefined, with a problem recorded, when it cannot be read. */
  orWithout<T>(what: PartRead, line: number, read: (properties: this) => T): T | undefined {
    try {
      return read(this);
    } catch (error) {
      const problem = this.problem(error, line);
      this.mended.push(mended(problem, what));
      this.current = undefined;
      return undefined;
    }
  }

  /** The problem of the property being read. */
  problem(error: unknown, line: number): SourceProblem {
    if (!(error instanceof InvalidValue)) throw error;
    const { name, line: at } = this.current ?? { name: '', line };
    const key = this.text('UID');
    const wrong = wrongValue(name, error.message);
    return { code: 'bad-value', where: name, line: at, ...wrong, ...(key === '' ? {} : { key }) };
  }

  /** Reads the first property of that name; undefined when it is absent or empty. */
  read<T>(name: EventProperty, read: (line: ContentLine) => T): T | undefined {
    const [line] = this.#named(name);
    if (line === undefined) return undefined;
    this.current = line;
    const value = read(line);
    this.current = undefined;
    return value;
  }

  all<T>(name: EventProperty, read: (line: ContentLine) => T): T[] {
    return this.#named(name).map((line) => {
      this.current = line;
      const value = read(line);
      this.current = undefined;
      return value;
    });
  }

  readonly text = (name: EventProperty): string => {
    const [line] = this.#named(name);
    return line === undefined ? '' : unescapedText(line.value).trim();
  };

  /** As `text`; undefined when there is no such property. */
  said(name: EventProperty): string | undefined {
    return this.has(name) ? this.text(name) : undefined;
  }

  has(name: EventProperty): boolean {
    return this.#lines.has(name);
  }

  readonly texts = (name: EventProperty): string[] => this.#named(name).flatMap(({ value }) => valueTexts(value));

  parameter(name: EventProperty, parameter: string): string {
    return this.#named(name)[0]?.parameters.get(parameter) ?? '';
  }

  /** Outlook's HTML version of the description. */
  html(): string | undefined {
    const lines = this.#lines.get('X-ALT-DESC') ?? [];
    const line = lines.find(({ parameters }) => /html/i.test(parameters.get('FMTTYPE') ?? ''));
    return line === undefined ? undefined : unescapedText(line.value).trim();
  }

  #named(name: EventProperty): readonly ContentLine[] {
    return (this.#lines.get(name) ?? []).filter(({ value }) => value.trim() !== '');
  }
}

function wrongValue(name: string, value: string): { readonly what: string; readonly hint: string } {
  if (name === '') return { what: 'It has no DTSTART.', hint: 'Give the event a date at its source.' };
  if (name !== 'RRULE' && name !== 'EXRULE') {
    return {
      what: `${shownValue(value)} is not a valid ${NOUNS[name] ?? 'time'}.`,
      hint: 'Fix the event at its source.',
    };
  }
  const what = `Unsupported recurrence rule: ${shownValue(value)}.`;
  return { what, hint: 'Use a daily, weekly, monthly or yearly rule of RFC 5545.' };
}

const NOUNS: Readonly<Record<string, string>> = { DURATION: 'length' };
