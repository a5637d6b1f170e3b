import { datesOnWall } from '#catalogue/all-day.ts';
import { isNoTalk, NO_TALK } from './no-talk.ts';
import { Notes, noteHidden } from './notes.ts';
import { withOnlineAddress } from './online-address.ts';
import { withPlainTexts } from './plain-texts.ts';
import { isSentence, nameOrderOf, withPeopleApart, type NameOrder } from './people.ts';
import { withoutPlaceholders } from './placeholders.ts';
import type { ReadOptions, SourceBatch } from './source-format.ts';
import type { SourceTalk } from './source-talk.ts';
import { looksLikeFullName } from './speakers/personal-name.ts';
import { withFields } from './speakers/spoken-talk.ts';
import { withStatusOfWords } from './talk-status.ts';
import { ianaZone } from './wall-clock.ts';

/**
 * Applies the rules of all formats: turns days into dates, frees titles of markup, withholds what must not be published or
 * is no talk, tells people apart, cancels talks whose titles say so, drops placeholders, finds online addresses, and limits
 * the length of descriptions.
 */
export async function* reviewed(
  batches: AsyncIterable<SourceBatch>,
  { statusWords }: Pick<ReadOptions, 'statusWords'>,
): AsyncGenerator<SourceBatch> {
  let order: NameOrder;
  const held: PlainBatch[] = [];
  let talks = 0;
  const release = function* (): Generator<SourceBatch> {
    order ??= nameOrderOf(held.flatMap(({ plain }) => plain));
    for (const one of held.splice(0)) yield reviewedBatch(one, statusWords === 'ignore', order);
  };
  try {
    for await (const batch of batches) {
      held.push({ batch, plain: batch.talks.map((talk) => withDates(withPlainTexts(talk))) });
      talks += batch.talks.length;
      if (order !== undefined || talks >= DECIDING || held.length >= DECIDING) yield* release();
    }
  } catch (error) {
    yield* release();
    throw error;
  }
  yield* release();
}

/** So many talks decide how a source writes names; they are held until then. */
const DECIDING = 1000;

interface PlainBatch {
  readonly batch: SourceBatch;
  /** Its talks with plain texts and dates. */
  readonly plain: readonly SourceTalk[];
}

function reviewedBatch({ batch, plain }: PlainBatch, ignoresWords: boolean, order: NameOrder): SourceBatch {
  const notes = new Notes();
  const talks: SourceTalk[] = [];
  const withheld: SourceTalk[] = [];
  let isChanged = false;
  for (const [at, given] of withPeopleApart(plain, order).entries()) {
    notes.at(given.line, given.title);
    const hidden = given.hidden ?? (isNoTalk(given) ? NO_TALK : undefined);
    if (hidden !== undefined) {
      withheld.push({ ...given, hidden });
      noteHidden(notes, hidden);
      continue;
    }
    const named = withoutSentence(given, notes);
    const talk = withinBounds(
      withOnlineAddress(withoutPlaceholders(ignoresWords ? named : withStatusOfWords(named))),
      notes,
    );
    isChanged ||= talk !== batch.talks[at];
    if (talk.statusWords !== undefined) notes.add(CANCELLED);
    talks.push(talk);
  }
  const said = notes.take();
  if (said.length === 0 && !isChanged) return batch;
  return { ...batch, talks, ...(withheld.length === 0 ? {} : { withheld }), notes: [...(batch.notes ?? []), ...said] };
}

/** A sentence in place of the only speaker is the title, or else part of the description. */
function withoutSentence(talk: SourceTalk, notes: Notes): SourceTalk {
  const [speaker, ...others] = talk.speakers;
  if (speaker === undefined || others.length > 0 || speaker.key !== undefined || !isSentence(speaker.name)) return talk;
  notes.add('with a sentence in place of the speaker: read as title or description');
  const { name } = speaker;
  if (talk.title === '') return withFields(talk, { title: name, speakers: [] });
  if (looksLikeFullName(talk.title)) return withFields(talk, { title: name, speakers: [{ name: talk.title }] });
  return withFields(talk, { speakers: [], description: `${name}\n\n${talk.description}`.trim() });
}

/**
 * The dates of an all-day talk, as midnights in UTC (all-day.ts): they are the same everywhere, also if the source has a
 * time zone.
 */
function withDates(talk: SourceTalk): SourceTalk {
  if (talk.clock !== 'all-day') return talk;
  const zone = ianaZone(talk.zone);
  return { ...talk, ...datesOnWall(talk, (seconds) => zone?.toWall(seconds) ?? seconds), zone: '' };
}

/** In characters; anything longer is an accident, such as an embedded picture. */
const LONGEST_DESCRIPTION = 100_000;

function withinBounds(talk: SourceTalk, notes: Notes): SourceTalk {
  const { description } = talk;
  if (description.length <= LONGEST_DESCRIPTION) return talk;
  notes.leave('with more than 100,000 characters of description: the rest is left out');
  return {
    ...talk,
    description: `${description
      .slice(0, LONGEST_DESCRIPTION - 2)
      .toWellFormed()
      .trimEnd()} …`,
  };
}

const CANCELLED = 'cancelled or postponed in words: cancelled, without the words in title or name (--status-words)';
