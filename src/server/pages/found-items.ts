import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { View } from '#pages/frame/view.ts';
import { filledItem, unfilledItem } from '#pages/search/found-item.ts';
import { snippetsFor } from '#pages/search/snippet.ts';
import type { TextQuery } from '#search/query/text-query.ts';
import type { DocumentAssembler, Rendering } from '../documents/document-assembler.ts';
import type { Snapshot } from '../documents/snapshot.ts';

interface FoundTalks {
  /** Numbers of the talks. */
  readonly talks: Uint32Array;
  readonly text: TextQuery;
  /** The name of the place around a talk's venue; `''` for none. */
  readonly around: (details: TalkDetails) => string;
  /** The name of the rendering that other lists use for their items. */
  readonly name: string;
}

/** List items by talk number, each with a snippet of its abstract. Everything but the snippets is cached. */
export async function foundItems(
  assembler: DocumentAssembler,
  snapshot: Snapshot,
  view: View,
  { talks, text, around, name }: FoundTalks,
): Promise<ReadonlyMap<number, readonly Buffer[]>> {
  const rendering: Rendering = {
    name: `${name} with abstract`,
    render: (details) => Buffer.from(unfilledItem(details, view, around(details))),
    between: NOTHING,
    keep: 'always',
  };
  const rendered = await assembler.rendered(snapshot, rendering, talks);
  const snippets = snippetsFor(text);
  return new Map(rendered.map((bytes, at) => [talks[at] ?? 0, filledItem(bytes, snippets)]));
}

const NOTHING = Buffer.alloc(0);
