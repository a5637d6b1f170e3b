import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import type { Feed, FeedHead, Steps } from '#representations/feeds/feed.ts';
import { absolutePageLinks, type PageLinks } from '#representations/links/page-links.ts';
import { assemble, type Publication } from '#representations/representation.ts';
import type { Cut } from '#search/query/feed-question.ts';
import type { Window } from '#search/query/question.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import type { CancelledForm } from '#search/query/value-forms.ts';
import type { AtVersion } from '#store/store.ts';
import type { DocumentAssembler } from '../documents/document-assembler.ts';
import type { Document } from '../documents/document.ts';
import type { FeedWriter } from './feed-writers.ts';
import type { TalkListKind } from '../api/listing.ts';
import type { FoundTalkList, TalkListCache } from '../api/talk-lists.ts';
import { RenderOffsets, tagTextOf, type RenderCache } from '../documents/render-cache.ts';

/** Which talks are wanted in a feed, and how they are written. */
export interface FeedRequest {
  readonly writer: FeedWriter;
  readonly cancelled: CancelledForm;
  /** Absolute address of the document. */
  readonly self: string;
  readonly window: Window;
  readonly cut: Cut;
}

/** The same of one talk. */
export interface TalkFeedRequest extends Pick<FeedRequest, 'writer' | 'cancelled' | 'self'> {
  /** Whether it is the document that everybody gets who asks for nothing more. */
  readonly isUsual: boolean;
}

/** Feeds out of the index, the store and what was rendered before, as the library's documents are. */
export class FeedDocuments {
  readonly #composer: DocumentAssembler;
  readonly #listings: TalkListCache;
  readonly #rendered: RenderCache;
  readonly #pages: PageLinks;

  constructor(
    parts: { composer: DocumentAssembler; listings: TalkListCache; rendered: RenderCache },
    publication: Publication,
  ) {
    this.#composer = parts.composer;
    this.#listings = parts.listings;
    this.#rendered = parts.rendered;
    this.#pages = absolutePageLinks(publication);
  }

  /** Talks that something lists; undefined when there is no such thing. */
  listing<T>(kind: TalkListKind<T>, id: string, request: FeedRequest): Document | Promise<Document | undefined> {
    const known = this.#listings.known(kind, id);
    const { writer } = request;
    if (known !== undefined && writer.kind === 'feed' && writer.isKept) {
      const slots = this.#rendered.passingForm(writer.feed.name);
      const kept = this.#composer.atHand((index) => {
        const talks = talksOf(index, known, request);
        return this.#composer.keptListing(slots, talks, () =>
          writer.feed.frame(this.#head(index, talks, kind, known, request)),
        );
      });
      if (kept !== undefined) return kept;
    }
    return this.#composer.atOneVersion(async (index) => {
      const { version, value: listed } = await this.#listings.find(index, kind, id);
      if (listed === undefined || version !== index.state.version) return { version, value: undefined };
      const talks = talksOf(index, listed, request);
      return this.#written(index, talks, writer, this.#head(index, talks, kind, listed, request));
    });
  }

  /** One talk; undefined when there is none of this slug. */
  talk(slug: Slug, request: TalkFeedRequest): Document | undefined | Promise<Document | undefined> {
    const { writer, isUsual } = request;
    const number = this.#composer.index.talkNumber(slug);
    if (number === 0) return undefined;
    if (writer.kind === 'feed' && isUsual) {
      const slots = this.#documents(writer.feed);
      const kept = this.#composer.atHand(() =>
        this.#rendered.has(slots, number) ? this.#composer.talkDocument(slots, number, BARE) : undefined,
      );
      if (kept !== undefined) return kept;
    }
    return this.#composer.atOneVersion((index) => this.#talkWritten(index, slug, request));
  }

  async #talkWritten(index: TalkIndex, slug: Slug, request: TalkFeedRequest): Promise<AtVersion<Document | undefined>> {
    const { writer, cancelled, self, isUsual } = request;
    const number = index.talkNumber(slug);
    if (number === 0) return { version: index.state.version, value: undefined };
    const one = Uint32Array.of(number);
    const talks = filtered(index, one, cancelled);
    const about = { kind: 'talk', description: '', page: this.#pages.talk(slug), self } as const;
    const headOf = (details: TalkDetails | undefined): FeedHead => {
      return { ...about, title: details?.talk.title ?? '', ...summed(index, talks) };
    };
    if (writer.kind === 'feed' && isUsual && talks.length > 0) {
      const { feed } = writer;
      const render = (details: TalkDetails): Buffer => assemble(feed.frame(headOf(details)), [feed.entry(details)]);
      return this.#composer.composed(index, { slots: this.#documents(feed), render, isKept: true }, talks, () => BARE);
    }
    const { version, value } = await this.#composer.details(index, one);
    if (version !== index.state.version) return { version, value: NOTHING };
    return this.#written(index, talks, writer, headOf(value[0]));
  }

  async #written(
    index: TalkIndex,
    talks: Uint32Array,
    writer: FeedWriter,
    head: FeedHead,
  ): Promise<AtVersion<Document>> {
    if (writer.kind === 'whole feed') {
      const { version, value } = await this.#composer.details(index, talks);
      if (version !== index.state.version) return { version, value: NOTHING };
      return { version, value: wholeDocument(await inTurns(writer.feed.document(head, value))) };
    }
    const { feed, isKept } = writer;
    const slots = isKept ? this.#rendered.passingForm(feed.name) : new RenderOffsets();
    const render = (details: TalkDetails): Buffer => feed.entry(details);
    return this.#composer.composed(index, { slots, render, isKept }, talks, () => feed.frame(head));
  }

  /** Whole documents of one talk each. */
  #documents(feed: Feed): RenderOffsets {
    return this.#rendered.passingForm(`${feed.name} talk`);
  }

  #head<T>(
    index: TalkIndex,
    talks: Uint32Array,
    { kind }: TalkListKind<T>,
    listed: FoundTalkList,
    { self }: FeedRequest,
  ): FeedHead {
    return { kind, self, ...listed.about(this.#pages), ...summed(index, talks) };
  }
}

/** What is in the document says what stands around it. */
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
    // How many of the first ones are left out, nobody knows before.
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

/** Milliseconds after which others get their turn. */
const LONGEST_TURN = 10;

async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (let began = performance.now(); ;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - began < LONGEST_TURN) continue;
    await nextTurn();
    began = performance.now();
  }
}

function wholeDocument(body: Buffer): Document {
  return { body, tag: tagTextOf(body), release: undefined };
}

const NO_BYTES = Buffer.alloc(0);
const NOTHING = wholeDocument(NO_BYTES);
/** Around what is a whole document already. */
const BARE = { before: NO_BYTES, between: NO_BYTES, after: NO_BYTES, empty: NO_BYTES };
