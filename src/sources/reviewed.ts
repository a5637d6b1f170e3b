import { Notes, noteHidden } from './notes.ts';
import type { SourceBatch } from './source-format.ts';

/** What holds for the talks of every format: those that must not be published are not among the talks. */
export async function* reviewed(batches: AsyncIterable<SourceBatch>): AsyncGenerator<SourceBatch> {
  for await (const batch of batches) yield reviewedBatch(batch);
}

function reviewedBatch(batch: SourceBatch): SourceBatch {
  const withheld = batch.talks.filter(({ hidden }) => hidden !== undefined);
  if (withheld.length === 0) return batch;
  const notes = new Notes();
  for (const { hidden } of withheld) if (hidden !== undefined) noteHidden(notes, hidden);
  const talks = batch.talks.filter(({ hidden }) => hidden === undefined);
  return { ...batch, talks, withheld, notes: [...(batch.notes ?? []), ...notes.take()] };
}
