import { byName, fieldsOfKind } from '#catalogue/field.ts';
import { TALK_FIELDS } from '#catalogue/talk.ts';
import { htmlText, looksLikeHtml } from './html-reader.ts';
import type { SourcePerson, SourceTalk } from './source-talk.ts';

/**
 * A talk whose title, labels, names and other short texts are plain text: tags are removed, entities decoded, “Title:”
 * before a title dropped. Vertical tabs and form feeds, which spreadsheets and slides have as line breaks, are white space; they are not allowed in XML.
 */
export function withPlainTexts(talk: SourceTalk): SourceTalk {
  const { series, venue, department } = talk;
  const changed = {
    ...byName(WORDS, (field) => plainText(talk[field])),
    ...byName(PLACES, (field) => plainName(talk[field])),
    ...byName(PEOPLE, (field) => each(talk[field], plainPerson)),
    title: plainText(talk.title).replace(LABEL, ''),
    description: talk.description.replace(BREAKS, '\n'),
    series: series && withText(series, 'title', plainText(series.title)),
    topics: each(talk.topics, (topic) => withText(topic, 'label', plainText(topic.label))),
    venue: venue && withText(venue, 'name', plainName(venue.name)),
    department: department && withText(department, 'name', plainName(department.name)),
  };
  const before = new Map(Object.entries(talk));
  return Object.entries(changed).every(([field, value]) => before.get(field) === value)
    ? talk
    : Object.assign({ ...talk }, changed);
}

function plainPerson(person: SourcePerson): SourcePerson {
  const named = withText(person, 'name', plainName(person.name));
  // A biography with tags stays as it is: it may have paragraphs.
  const { bio } = named;
  return bio === undefined || bio.includes('<') ? named : withText(named, 'bio', plainText(bio));
}

/** The thing itself if the text is the same. */
function withText<T extends object, Field extends keyof T>(thing: T, field: Field, text: T[Field]): T {
  return thing[field] === text ? thing : { ...thing, [field]: text };
}

/** The list itself if all things are the same. */
function each<T>(things: readonly T[], plain: (thing: T) => T): readonly T[] {
  const made = things.map((thing) => plain(thing));
  return made.every((thing, at) => thing === things[at]) ? things : made;
}

const PEOPLE = ['speakers', 'hosts', 'organisers'] as const;
const PLACES = ['room', 'location'] as const;
/** “Title: On moss” in a field for titles. */
const LABEL = /^\s*(?:(?:talk )?title|titel|titre|t[ií]tulo|titolo)\s*:\s+(?=\S)/iu;
const WORDS = fieldsOfKind(TALK_FIELDS, 'words');
/** A tag that is closed, or a line break. */
const MARKUP = /<br\s*\/?>|<\/(?:a|b|em|i|p|span|strong|su[bp])\s*>/iu;
const BREAKS = /[\v\f]+/gu;

function plainText(text: string): string {
  const plain = text.replace(BREAKS, ' ');
  if (!/[<&]/u.test(plain) || !looksLikeHtml(plain)) return plain;
  // “The element <b>” is text.
  return htmlText(MARKUP.test(plain) ? plain.replace(/<br\s*\/?>/giu, ' ') : plain.replaceAll('<', '&lt;'));
}

/** Text of a name, without HTML, entities and Markdown. */
export function plainName(text: string): string {
  if (!/[<&*_[\v\f]/.test(text)) return text;
  const lines = text.replace(/[\v\f]+/g, '\n');
  const plain = looksLikeHtml(lines) ? htmlText(lines.replace(/<br\s*\/?>/gi, '\n')) : lines;
  return plain
    .replace(/\*\*([^*\n]{1,500})\*\*/g, '$1')
    .replace(/^(\*|__?)([^*_]+)\1$/, '$2')
    .replace(/\[([^[\]\n]{1,500})\]\(https?:\/\/[^\s()]{1,2000}\)/g, '$1');
}
