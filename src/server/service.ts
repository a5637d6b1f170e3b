import type { Brand } from '#pages/frame/brand.ts';
import type { Catalogue } from '#replica/catalogue.ts';
import type { ReadCopy } from '#replica/read-copy.ts';
import type { Negotiation } from '#representations/negotiation/negotiate.ts';
import type { Publication } from '#representations/representation.ts';
import type { SearchRules } from '#search/query/question.ts';
import type { TalkListCache } from './api/listing.ts';
import type { Cards } from './cards/cards.ts';
import type { Clock } from './clock.ts';
import type { DocumentAssembler } from './documents/document-assembler.ts';
import type { FeedWriterCache } from './feeds/feed-writer-cache.ts';
import type { OpenapiDocument } from './openapi/schemas.ts';
import type { ImageFolder } from './pages/image-folder.ts';
import type { PageDocuments } from './pages/page-documents.ts';

/** What every response about talks is made from. */
interface TalkService {
  readonly catalogue: Catalogue;
  readonly publication: Publication;
  readonly rules: SearchRules;
  readonly clock: Clock;
}

/** What handlers of the API and of feeds need. */
export interface ApiService extends TalkService {
  readonly assembler: DocumentAssembler;
  readonly talkLists: TalkListCache;
  readonly feedWriters: FeedWriterCache;
  readonly negotiation: Negotiation;
  /** Whether anyone who has the address of a private collection may read its calendar. */
  readonly unlistedCalendars: boolean;
}

/** What handlers of pages need. */
export interface PageService extends TalkService {
  readonly pages: PageDocuments;
  readonly brand: Brand;
}

/** What all handlers need. */
export interface Service extends ApiService, PageService {
  /** Undefined if the packages that draw preview images are not installed. */
  readonly cards: Cards | undefined;
  readonly images: ImageFolder | null;
  /** Whether JSON is also served as JSONP. */
  readonly jsonp: boolean;
  /** Made when it is first needed. */
  readonly openapi: () => OpenapiDocument;
  readonly instance: Instance;
}

/** State of the corrections file. */
export interface CorrectionsStatus {
  /** How many talks it corrects; null while it cannot be read. */
  readonly talks: number | null;
  /** Codes of its problems. */
  readonly problems: readonly string[];
}

/** Describes this process to health checks. */
export interface Instance {
  readonly replica: ReadCopy;
  /** Undefined if there is no corrections file. */
  readonly corrections: (() => Promise<CorrectionsStatus | undefined>) | undefined;
  /** Number of this worker, from 1; undefined if there is only one process. */
  readonly worker: number | undefined;
  /** Whether the service is about to stop. */
  readonly draining: () => boolean;
}

/** Whether the service is ready to serve every request: without the store too, as long as there is a copy. */
export function isReady({ draining, replica }: Pick<Instance, 'draining' | 'replica'>): boolean {
  return !draining() && replica.index !== undefined;
}
