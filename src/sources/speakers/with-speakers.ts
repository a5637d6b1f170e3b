import { Notes } from '../notes.ts';
import type { ReadOptions, SourceBatch } from '../source-format.ts';
import type { SourceTalk } from '../source-talk.ts';
import { speakerPlacement } from './speaker-placement.ts';
import type { SpeakerPlacement } from './speaker-placement.ts';
import type { CalendarMapping } from './calendar-mapping.ts';
import { mappedTalk } from './mapped-talk.ts';
import { spokenTalk } from './spoken-talk.ts';
import type { TextNames } from './spoken-talk.ts';

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
