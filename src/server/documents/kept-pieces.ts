import { createHash } from 'node:crypto';
import { json } from '#representations/json/json.ts';
import { xml } from '#representations/json/hal-xml.ts';
import type { Publication } from '#representations/representation.ts';
import { programVersion } from '#replica/program-version.ts';
import type { PiecesPlace } from '#replica/pieces.ts';
import type { KeptRendering } from './piece-filler.ts';

/** What renderings depend on, besides the records. */
export interface PublishedAs {
  readonly publication: Publication;
  /** What untitled talks are called. */
  readonly untitled: string;
}

export function isPublishedAs(task: object): task is PublishedAs {
  return 'publication' in task && 'untitled' in task;
}

/** The same as text: equal if the same records are rendered the same. */
export function publishedAsText({ publication, untitled }: PublishedAs): string {
  return JSON.stringify([programVersion(), process.versions.tz, publication, untitled]);
}

/** The renderings that are kept: what programs ask for. Pages and feeds are rendered from records. */
const KEPT = [json, xml];

export function keptRenderings(publication: Publication): readonly KeptRendering[] {
  return KEPT.map((create) => {
    const representation = create(publication);
    return { render: (details) => representation.talk(details), between: representation.talkDocument.between };
  });
}

/** @param folder of the copy */
export function placeOfPieces(folder: string, publishedAs: PublishedAs): PiecesPlace {
  const name = createHash('sha256').update(publishedAsText(publishedAs)).digest('hex').slice(0, 16);
  return { folder, name, renderings: KEPT.map((create) => create(publishedAs.publication).name) };
}
