import type { Negotiation } from '#representations/negotiation/negotiate.ts';
import type { Brand } from '#pages/frame/brand.ts';
import type { Publication } from '#representations/representation.ts';
import type { SearchRules } from '#search/query/question.ts';
import type { IndexReplica } from '#search/replica/index-replica.ts';
import type { Cards } from './cards/cards.ts';
import type { FeedWriterCache } from './feeds/feed-writer-cache.ts';
import type { TalkListCache } from './api/talk-lists.ts';
import type { DocumentAssembler } from './documents/document-assembler.ts';
import type { Catalogue } from './documents/snapshot.ts';
import type { PageDocuments } from './pages/page-documents.ts';
import type { OpenapiDocument } from './openapi/schemas.ts';
import type { SourcesStatus } from './ops/sources-status.ts';
import type { ProcessNumbers } from './ops/process-numbers.ts';

/** All that an answer is made from, whoever asks. */
export interface Service {
  readonly catalogue: Catalogue;
  readonly assembler: DocumentAssembler;
  readonly talkLists: TalkListCache;
  readonly pages: PageDocuments;
  readonly feedWriters: FeedWriterCache;
  /** Pictures of talks; undefined where the packages that draw them are not installed. */
  readonly cards: Cards | undefined;
  readonly replica: IndexReplica;
  /** How it stands with what the catalogue is kept in step with. */
  readonly sources: SourcesStatus;
  readonly negotiation: Negotiation;
  /** What the service says of itself. */
  readonly openapi: OpenapiDocument;
  readonly publication: Publication;
  /** Whose pages these are. */
  readonly brand: Brand;
  readonly rules: SearchRules;
  readonly now: () => Date;
  /** When the day after `now` begins in the service's zone: milliseconds since the epoch. */
  readonly nextMidnight: (now: Date) => number;
  /** Which of the processes that serve together this is, from 1; undefined when it is alone. */
  readonly worker: number | undefined;
  /** What the other workers last said of themselves, by their number. */
  readonly otherWorkers: () => ReadonlyMap<number, ProcessNumbers>;
  /** True from the moment that the service was told to stop. */
  readonly draining: () => boolean;
}
