import { FeedTalks } from './feed-talks.js';
import type { ReadOptions, SourceBatch, SourceFile, SourceProblem } from '../format.js';
import { Notes } from '../notes.js';
import type { SourceTalk } from '../source-talk.js';
import { xmlBatches } from '../xml/xml.js';
import type { XmlShape } from '../xml/xml.js';

/** RSS 2.0 and its like; Atom; RSS 1.0, whose items stand beside the channel. */
const SHAPE: XmlShape = {
  roots: ['rss', 'feed', 'RDF'],
  containers: new Set(['rss', 'feed', 'RDF', 'channel']),
};

/** Reads a feed whose entries say when what they are about takes place, an entry at a time. */
export async function* readFeed(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const notes = new Notes();
  const maker = new FeedTalks(file.address, options, notes);
  for await (const { items, problems, failure } of xmlBatches(file.chunks, SHAPE)) {
    const talks: SourceTalk[] = [];
    const bad: SourceProblem[] = [...problems];
    const entries = items.filter(({ element: { name } }) => name === 'item' || name === 'entry');
    for (const made of entries.flatMap(({ element }) => maker.make(element))) {
      if ('code' in made) bad.push(made);
      else talks.push(made);
    }
    const rest = failure === undefined ? {} : { failure };
    // A feed has the latest entries, and those that fell off its end have not vanished.
    yield { talks, problems: bad, notes: notes.take(), incomplete: true, ...rest };
  }
}
