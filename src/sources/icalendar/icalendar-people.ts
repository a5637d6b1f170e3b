import type { SourcePerson } from '../source-talk.ts';
import { unescapedText } from './icalendar-lines.ts';
import type { ContentLine } from './icalendar-lines.ts';

/** `ORGANIZER;CN="Doe, Jane":mailto:jane@example.org`. Undefined: it has no name. */
export function calendarPerson({ value, parameters }: ContentLine): SourcePerson | undefined {
  const email = /^mailto:(.+@.+)$/i.exec(value.trim())?.[1]?.trim();
  const name = parameters.get('CN')?.trim() ?? '';
  if (name === '' || name.includes('@')) return undefined;
  return email === undefined ? { name } : { name, key: email.toLowerCase(), email };
}

/** Attendees whose role says that they speak (RFC 5545 has no such role); undefined if there are none. */
export function speakingAttendees(attendees: readonly ContentLine[]): readonly SourcePerson[] | undefined {
  const speaking = attendees.filter(({ parameters }) =>
    ['ROLE', 'X-ROLE'].some((name) => SPEAKS.test(parameters.get(name) ?? '')),
  );
  const people = speaking.flatMap((line) => calendarPerson(line) ?? []);
  return people.length === 0 ? undefined : people;
}

const SPEAKS = /^(?:X-)?(?:(?:KEYNOTE|GUEST|INVITED)[- ]?)?(?:SPEAKER|PRESENTER|LECTURER)$/i;

/** Texts of properties for `--map`, by name: a line for each property, with names of people. Absent: none. */
export function textsByName(lines: readonly ContentLine[], names: ReadonlySet<string>): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const line of lines) {
    if (!names.has(line.name)) continue;
    const isPerson = /^(?:mailto|urn|invalid):/i.test(line.value) || line.parameters.has('CN');
    const text = isPerson ? (calendarPerson(line)?.name ?? '') : unescapedText(line.value).trim();
    const before = texts.get(line.name);
    texts.set(line.name, before === undefined || before === '' ? text : `${before}\n${text}`);
  }
  return texts;
}
