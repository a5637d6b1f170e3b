import type { SourceTalk } from '../source-talk.ts';
import type { CalendarField, CalendarMapping } from './calendar-mapping.ts';
import { textAt } from './mapped-texts.ts';
import { peopleNamedIn } from './named-people.ts';
import { speakerTexts } from './speaker-texts.ts';
import type { TextNames } from './spoken-talk.ts';
import { titleInstead, withFields } from './talk-fields.ts';

/** Sets the fields that the operator maps. Fields that the entry does not have stay as they are. */
export function mappedTalk(talk: SourceTalk, mapping: CalendarMapping, names: TextNames): SourceTalk {
  if (mapping.size === 0) return talk;
  const { properties, ...plain } = talk;
  const { title: own } = speakerTexts(talk);
  const texts = new Map([
    ...(properties ?? []),
    ...(talk.unsaid.includes('title') ? [] : [[names.title.toUpperCase(), own] as const]),
    ...(talk.unsaid.includes('description') ? [] : [[names.description.toUpperCase(), talk.description] as const]),
  ]);
  const fields: Partial<Record<CalendarField, string>> = {};
  for (const [field, origins] of mapping) {
    const text = textAt(origins, texts);
    if (text !== undefined) fields[field] = text;
  }
  const { title: written = '', ...people } = fields;
  const title = written === '' ? undefined : titleInstead(talk, own, written);
  return withFields(plain, {
    ...Object.fromEntries(Object.entries(people).map(([field, text]) => [field, peopleNamedIn(text)])),
    ...(title === undefined ? {} : { title }),
  });
}
