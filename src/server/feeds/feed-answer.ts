import type { Slug } from '#catalogue/slug.ts';
import type { DatedTalk } from '#catalogue/talk-details.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import { whenThere } from '#replica/catalogue.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import type { FeedHead, Steps, WholeFeed } from '#representations/feeds/feed-format.ts';
import { absoluteLinks, queryString } from '#representations/links/links.ts';
import { absolutePageLinks } from '#representations/links/page-links.ts';
import type { Subject } from '#representations/negotiation/formats.ts';
import type { FeedChoice } from '#representations/negotiation/negotiate.ts';
import { assemble } from '#representations/representation.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import type { Cut, ParsedFeed } from '#search/query/feed-question.ts';
import type { CancelledForm } from '#search/query/value-forms.ts';
import type { DependsOn, Window } from '#search/query/window.ts';
import type { FoundTalkList, TalkListKind } from '../api/listing.ts';
import { type Address, resourceAnswer } from '../api/resource-answer.ts';
import { type Document, wholeDocument } from '../documents/document.ts';
import { type Answer, turnOfLongWork } from '../http/answer.ts';
import { notFound } from '../http/errors.ts';
import type { ApiService } from '../service.ts';
import type { FeedWriter } from './feed-writer-cache.ts';

/** Talks requested in a feed format: which format, which talks, and their address without it. */
interface AskedFeed {
  readonly choice: FeedChoice;
  readonly parsed: ParsedFeed;
  readonly address: Address;
  /** As in resourceAnswer. */
  readonly now: Date;
}

/**
 * @param id as for the listing
 * @param subject null if it is available in this format only, and so without links to others
 *
 * @throws HttpError 404 if it does not exist
 */
export async function listingFeedAnswer<T>(
  service: ApiService,
  kind: TalkListKind<T>,
  id: string,
  asked: AskedFeed,
  subject: Subject | null = kind.kind,
): Promise<Answer> {
  const document = kind.isId(id) ? await listingFeed(service, kind, id, requestOf(service, asked)) : undefined;
  if (document !== undefined)
    return resourceAnswer(service, subject, document, { ...asked, query: queryString(asked.parsed.asked) });
  if (kind.unlisted !== undefined && service.unlistedCalendars && asked.choice.format.use === 'calendar')
    return listingFeedAnswer(service, kind.unlisted, id, asked, null);
  throw notFound(`No ${kind.noun} has this identifier`);
}

export async function talkFeedAnswer(service: ApiService, slug: Slug, asked: AskedFeed): Promise<Answer> {
  const request = { ...requestOf(service, asked), isUsual: asked.parsed.asked.length === 0 };
  const document = await talkFeed(service, slug, request);
  if (document === undefined) throw notFound('No talk has this identifier');
  return resourceAnswer(service, 'talk', document, { ...asked, query: queryString(asked.parsed.asked) });
}

function requestOf(
  { feedWriters, publication }: Pick<ApiService, 'feedWriters' | 'publication'>,
  { choice, parsed, address }: AskedFeed,
): FeedRequest {
  const { format } = choice;
  const { cancelled, window, cut, dependsOn, asked } = parsed;
  return {
    writer: feedWriters.writer(format, parsed),
    cancelled,
    self: address(absoluteLinks(publication)) + (format.suffix ?? '') + queryString(asked),
    window,
    cut,
    dependsOn,
  };
}

/** Which talks a feed contains, and how they are written. */
interface FeedRequest {
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

/** Undefined if there is no such listing or talk. */
type Made = Document | undefined;

type FeedService = Pick<ApiService, 'catalogue' | 'assembler' | 'talkLists' | 'publication'>;

/** The talks of a listing; undefined if it does not exist. */
export function listingFeed<T>(
  service: FeedService,
  kind: TalkListKind<T>,
  id: string,
  request: FeedRequest,
): Made | Promise<Made> {
  const pages = absolutePageLinks(service.publication);
  return service.catalogue.find<Made>(kind.text, (snapshot) => {
    const { index } = snapshot;
    const listed = service.talkLists.find(snapshot, kind, id);
    if (listed === undefined) return undefined;
    const talks = talksOf(index, listed, request);
    const head = { kind: kind.kind, self: request.self, ...listed.about(pages), ...summed(index, talks) };
    return whenThere(written(service, snapshot, talks, request.writer, head), (document) => ({
      ...document,
      lastModified: lastModified(index, request),
    }));
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
function talkFeed(service: FeedService, slug: Slug, request: TalkFeedRequest): Made | Promise<Made> {
  const { writer, cancelled, self, isUsual } = request;
  const page = absolutePageLinks(service.publication).talk(slug);
  return service.catalogue.read<Made | Promise<Made>>((snapshot) => {
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
      const rendering = { name: `${feed.name} talk`, render };
      return { ...service.assembler.listing(snapshot, rendering, talks, BARE), lastModified };
    }
    const [details] = snapshot.talks(one);
    return whenThere(written(service, snapshot, talks, writer, headOf(details)), (document) => ({
      ...document,
      lastModified,
    }));
  });
}

function written(
  { assembler }: Pick<ApiService, 'assembler'>,
  snapshot: Snapshot,
  talks: Uint32Array,
  writer: FeedWriter,
  head: FeedHead,
): Document | Promise<Document> {
  if (writer.kind === 'whole feed') return wholeFeed(snapshot, talks, writer.feed, head);
  const { feed } = writer;
  const rendering = { name: feed.name, render: (details: DatedTalk) => feed.entry(details) };
  return assembler.listing(snapshot, rendering, talks, feed.frame(head));
}

async function wholeFeed(snapshot: Snapshot, talks: Uint32Array, feed: WholeFeed, head: FeedHead): Promise<Document> {
  const details: DatedTalk[] = [];
  for (let from = 0; from < talks.length; from += TALKS_A_TURN) {
    if (from > 0) await turnOfLongWork();
    details.push(...snapshot.talks(talks.subarray(from, from + TALKS_A_TURN)));
  }
  return wholeDocument(await inTurns(feed.document(head, details)));
}

/** Talks read before other requests get their turn. */
const TALKS_A_TURN = 100;

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
