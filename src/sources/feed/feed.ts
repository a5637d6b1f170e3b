import { FeedTalks } from './feed-talks.ts';
import { FEED_FIELDS } from './feed-words.ts';
import { Findings } from '../findings.ts';
import type { ReadOptions, SourceBatch, SourceFile } from '../source-format.ts';
import { feedMapping } from '../speakers/calendar-mapping.ts';
import { withSpeakers } from '../speakers/with-speakers.ts';
import { unknownField } from '../mapped-field.ts';
import { xmlBatches } from '../xml/xml.ts';
import type { XmlShape } from '../xml/xml.ts';

/** RSS 2.0 and its predecessors; Atom; RSS 1.0, whose items are siblings of the channel. */
const SHAPE: XmlShape = {
  roots: ['rss', 'feed', 'RDF'],
  containers: new Set(['rss', 'feed', 'RDF', 'channel']),
};

const FEED_TEXTS = { title: 'title', description: 'description' };

/** Reads a feed whose entries say when they take place, one entry at a time. */
export function readFeed(file: SourceFile, options: ReadOptions): AsyncIterable<SourceBatch> {
  return withSpeakers(readItems(file, options), FEED_TEXTS, {
    speakersInText: options.speakersInText,
    mapping: feedMapping(options.mapping),
  });
}

async function* readItems(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const unknown = [...options.mapping.keys()].find((field) => !FEED_FIELDS.includes(field));
  const found = new Findings();
  const talks = new FeedTalks(found, file.address, options);
  // A feed lists the latest entries only: those that dropped off its end still exist.
  yield { talks: [], incomplete: true };
  for await (const batch of xmlBatches(file.chunks, SHAPE)) {
    if (unknown !== undefined) {
      yield { talks: [], failure: unknownField(unknown, FEED_FIELDS) };
      return;
    }
    found.addWrong(batch);
    const entries = batch.items.filter(({ element: { name } }) => name === 'item' || name === 'entry');
    for (const { element } of entries) talks.take(element);
    yield* found.batches();
  }
}
