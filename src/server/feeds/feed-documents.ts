import type { Slug } from '#catalogue/slug.ts';
import type { DatedTalk } from '#catalogue/talk-details.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import type { FeedHead, Steps } from '#representations/feeds/feed.ts';
import { absolutePageLinks } from '#representations/links/page-links.ts';
import { assemble } from '#representations/representation.ts';
import type { Cut } from '#search/query/feed-question.ts';
import type { DependsOn, Window } from '#search/query/window.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import type { CancelledForm } from '#search/query/value-forms.ts';
import { wholeDocument, type Document } from '../documents/document.ts';
import type { Snapshot } from '../documents/snapshot.ts';
import { turnOfLongWork } from '../http/long-work.ts';
import type { FeedWriter } from './feed-writer-cache.ts';
import type { TalkListKind } from '../api/listing.ts';
import type { FoundTalkList } from '../api/talk-lists.ts';
import type { ApiService } from '../service.ts';

/** Which talks a feed contains, and how they are written. */
export interface FeedRequest {
  readonly writer: FeedWriter;
  readonly cancelled: CancelledForm;
  /** Absolute address of the document. */
  readonly self: string;
  readonly window: Window;
  readonly cut: Cut;
  /** What the window depends on. */
  readonly dependsOn: DependsOn;
}

/** The same for one talk. */
interface TalkFeedRequest extends Pick<FeedRequest, 'writer' | 'cancelled' | 'self'> {
  /** Whether it is the document for requests without options. */
  readonly isUsual: boolean;
}

type FeedService = Pick<ApiService, 'catalogue' | 'assembler' | 'talkLists' | 'publication'>;

/** The talks of a listing; undefined if it does not exist. */
export function listingFeed<T>(
  service: FeedService,
  kind: TalkListKind<T>,
  id: string,
  request: FeedRequest,
): Promise<Document | undefined> {
  const pages = absolutePageLinks(service.publication);
  return service.catalogue.read(async (snapshot) => {
    const { index } = snapshot;
    const listed = await service.talkLists.find(snapshot, kind, id);
    if (listed === undefined) return undefined;
    const talks = talksOf(index, listed, request);
    const head = { kind: kind.kind, self: request.self, ...listed.about(pages), ...summed(index, talks) };
    const document = await written(service, snapshot, talks, request.writer, head);
    return { ...document, lastModified: lastModified(index, request) };
  });
}

/**
 * When the document may last have differed: at the last change of the catalogue, since any talk may have been in it
 * before it was changed or removed, or when today began, since talks come and go with the days. Undefined if they come
 * and go at any moment.
 */
function lastModified({ changed }: TalkIndex, { dependsOn, cut }: FeedRequest): number | undefined {
  if (dependsOn === 'moment') return undefined;
  return dependsOn === 'day' ? Math.max(changed, cut.today) : changed;
}

/** One talk; undefined if the slug is unknown. */
export function talkFeed(service: FeedService, slug: Slug, request: TalkFeedRequest): Promise<Document | undefined> {
  const { writer, cancelled, self, isUsual } = request;
  const page = absolutePageLinks(service.publication).talk(slug);
  return service.catalogue.read(async (snapshot) => {
    const { index } = snapshot;
    const number = index.talkNumber(slug);
    if (number === 0) return undefined;
    const one = Uint32Array.of(number);
    const talks = filtered(index, one, cancelled);
    const lastModified = index.changedAt(number);
    const headOf = (details: DatedTalk | undefined): FeedHead => {
      const title = details?.talk.title ?? '';
      return { kind: 'talk', description: '', page, self, title, ...summed(index, talks) };
    };
    if (writer.kind === 'feed' && isUsual && talks.length > 0) {
      const { feed } = writer;
      const render = (details: DatedTalk): Buffer => assemble(feed.frame(headOf(details)), [feed.entry(details)]);
      const rendering = { name: `${feed.name} talk`, render, keep: 'recent' } as const;
      return { ...(await service.assembler.listing(snapshot, rendering, talks, BARE)), lastModified };
    }
    const [details] = await snapshot.talks(one);
    return { ...(await written(service, snapshot, talks, writer, headOf(details))), lastModified };
  });
}

async function written(
  { assembler }: Pick<ApiService, 'assembler'>,
  snapshot: Snapshot,
  talks: Uint32Array,
  writer: FeedWriter,
  head: FeedHead,
): Promise<Document> {
  if (writer.kind === 'whole feed')
    return wholeDocument(await inTurns(writer.feed.document(head, await snapshot.talks(talks))));
  const { feed, isKept } = writer;
  const rendering = {
    name: feed.name,
    render: (details: DatedTalk) => feed.entry(details),
    keep: isKept ? 'recent' : 'never',
  } as const;
  return assembler.listing(snapshot, rendering, talks, feed.frame(head));
}

/** The header depends on the content. */
function summed(index: TalkIndex, talks: Uint32Array): Pick<FeedHead, 'updated' | 'span' | 'size'> {
  const changed = index.changedLast(talks);
  const span = index.span(talks);
  return {
    updated: changed === undefined ? null : timestampOf(changed),
    span: span === undefined ? null : { first: timestampOf(span.first), last: timestampOf(span.last) },
    size: talks.length,
  };
}

function talksOf(index: TalkIndex, listed: FoundTalkList, { window, cut, cancelled }: FeedRequest): Uint32Array {
  const { count, page, today } = cut;
  const matching = (within: Window, most = Infinity): Uint32Array =>
    filtered(index, listed.talks(index, within, most), cancelled);
  if (page !== null) {
    // How many of the first ones are left out is only known afterwards.
    const all = matching(window, cancelled === 'omit' || cancelled === 'only' ? Infinity : page * count);
    const skip = Math.min((page - 1) * count, all.length);
    return all.subarray(skip, skip + count);
  }
  const all = matching(window);
  if (all.length <= count) return all;
  const past = matching({ from: window.from, to: Math.min(today, window.to) }).length;
  const skip = Math.min(past, all.length - count);
  return all.subarray(skip, skip + count);
}

function filtered(index: TalkIndex, talks: Uint32Array, cancelled: CancelledForm): Uint32Array {
  if (cancelled === 'omit') return index.withoutCancelled(talks);
  return cancelled === 'only' ? index.onlyCancelled(talks) : talks;
}

/** Milliseconds after which other requests get their turn. */
const LONGEST_TURN = 10;

async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (let began = performance.now(); ;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < LONGEST_TURN) continue;
    await turnOfLongWork();
    began = performance.now();
  }
}

const NOTHING = Buffer.alloc(0);
/** The envelope of something that is already a whole document. */
const BARE = { before: NOTHING, between: NOTHING, after: NOTHING, empty: NOTHING };
