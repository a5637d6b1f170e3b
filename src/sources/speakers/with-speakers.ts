import { Notes } from '../notes.ts';
import type { ReadOptions, SourceBatch } from '../source-format.ts';
import type { SourceTalk } from '../source-talk.ts';
import type { CalendarField, CalendarMapping, Origin } from './calendar-mapping.ts';
import { textBehind } from './labelled-lines.ts';
import { peopleNamedIn } from './named-people.ts';
import { speakerPlacement, type SpeakerPlacement, speakerTexts } from './speaker-placement.ts';
import { spokenTalk, type TextNames, titleInstead, withFields } from './spoken-talk.ts';

/** Limits on the talks, and characters, examined to decide how speakers are written; most calendars have fewer. */
const MAX_TALKS = 2000;
const LOOKED_AT = 8 * 1024 * 1024;

/**
 * The talks of a format without fields for speakers, with those that their texts name. The first are held until it is
 * clear how the calendar writes them; the others, and what is wrong with entries, are streamed.
 */
export async function* withSpeakers(
  batches: AsyncIterable<SourceBatch>,
  names: TextNames,
  { speakersInText, mapping }: Pick<ReadOptions, 'speakersInText'> & { readonly mapping: CalendarMapping },
): AsyncGenerator<SourceBatch> {
  const mapped = mappedBatches(batches, mapping, names);
  if (speakersInText === 'ignore' || mapping.has('speakers')) {
    yield* mapped;
    return;
  }
  let held: SourceBatch[] = [];
  let placement: SpeakerPlacement | undefined;
  let [count, size] = [0, 0];
  for await (const batch of mapped) {
    if (placement !== undefined) {
      yield spokenBatch(batch, placement, names);
      continue;
    }
    // A failure comes last, after the talks.
    if (batch.talks.length === 0 && batch.failure === undefined) {
      yield batch;
      continue;
    }
    held.push(batch);
    count += batch.talks.length;
    size += sizeOf(batch.talks);
    if (count < MAX_TALKS && size < LOOKED_AT) continue;
    placement = placementOf(held);
    for (const one of held) yield spokenBatch(one, placement, names);
    held = [];
  }
  placement ??= placementOf(held);
  for (const one of held) yield spokenBatch(one, placement, names);
}

async function* mappedBatches(
  batches: AsyncIterable<SourceBatch>,
  mapping: CalendarMapping,
  names: TextNames,
): AsyncGenerator<SourceBatch> {
  for await (const batch of batches) {
    yield mapping.size === 0 ? batch : { ...batch, talks: batch.talks.map((talk) => mappedTalk(talk, mapping, names)) };
  }
}

function placementOf(batches: readonly SourceBatch[]): SpeakerPlacement {
  return speakerPlacement(batches.flatMap(({ talks }) => talks));
}

function sizeOf(talks: readonly SourceTalk[]): number {
  let size = 0;
  for (const talk of talks) {
    const { title, description, location, url, onlineUrl, topics, organisers, key } = talk;
    const named = [...topics.map(({ label }) => label), ...organisers.map(({ name }) => name)];
    for (const text of [title, description, location, url, onlineUrl, key, ...named]) size += text.length;
  }
  return size;
}

function spokenBatch(batch: SourceBatch, placement: SpeakerPlacement, names: TextNames): SourceBatch {
  if (batch.talks.length === 0) return batch;
  const notes = new Notes();
  const talks = batch.talks.map((talk) => {
    const spoken = spokenTalk(talk, placement, names);
    const { speakersFrom } = spoken;
    notes.at(talk.line, talk.title);
    if (speakersFrom !== undefined) notes.add(`speakers from ${speakersFrom.where} ${HOW}`);
    return spoken;
  });
  return { ...batch, talks, notes: [...(batch.notes ?? []), ...notes.take()] };
}

const HOW = '(--speakers-in-text; import with --explain speakers shows them)';

/** Sets the fields that the operator maps. Fields that the entry does not have stay as they are. */
function mappedTalk(talk: SourceTalk, mapping: CalendarMapping, names: TextNames): SourceTalk {
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

/** Texts of an entry, by property in upper case. */
type EntryTexts = ReadonlyMap<string, string>;

/** The first text that is not empty, `''` if all are; undefined if the entry has none of the properties. */
function textAt(origins: readonly Origin[], texts: EntryTexts): string | undefined {
  const known = origins.filter(({ property }) => texts.has(property));
  if (known.length === 0) return undefined;
  const found = known.map(({ property, part }) => partOf(texts.get(property) ?? '', part).trim());
  return found.find((text) => text !== '') ?? '';
}

/** `''` when it is not there. */
function partOf(text: string, part: Origin['part']): string {
  if (part === undefined) return text;
  if ('label' in part) return textBehind(text, part.label)?.text ?? '';
  const { side, separator, isLast } = part;
  const at = isLast ? text.lastIndexOf(separator) : text.indexOf(separator);
  if (at === -1) return '';
  return side === 'before' ? text.slice(0, at) : text.slice(at + separator.length);
}
