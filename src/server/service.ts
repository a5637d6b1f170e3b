import type { Negotiation } from '#representations/negotiate.js';
import type { Brand } from '#pages/brand.js';
import type { Publication } from '#representations/representation.js';
import type { SearchRules } from '#search/question.js';
import type { Follower } from '#search/follower.js';
import type { Cards } from './cards/cards.js';
import type { FeedLibrary } from './feed-library.js';
import type { FeedWriters } from './feed-writers.js';
import type { KeptAnswers } from './kept-answers.js';
import type { Library } from './library.js';
import type { PageLibrary } from './page-library.js';
import type { PagesAhead } from './pages-ahead.js';
import type { OpenapiDocument } from './schemas.js';
import type { SourceWatch } from './source-watch.js';

/** All that an answer is made from, whoever asks. */
export interface Service {
  readonly library: Library;
  readonly pages: PageLibrary;
  readonly pagesAhead: PagesAhead;
  readonly feeds: FeedLibrary;
  readonly feedWriters: FeedWriters;
  /** Pictures of talks. */
  readonly cards: Cards;
  readonly follower: Follower;
  /** How it stands with what the catalogue is kept in step with. */
  readonly sources: SourceWatch;
  readonly kept: KeptAnswers;
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
  /** True from the moment that the service was told to stop. */
  readonly draining: () => boolean;
}
