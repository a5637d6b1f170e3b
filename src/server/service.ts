import type { Negotiation } from '#representations/negotiate.ts';
import type { Brand } from '#pages/brand.ts';
import type { Publication } from '#representations/representation.ts';
import type { SearchRules } from '#search/question.ts';
import type { Follower } from '#search/follower.ts';
import type { Cards } from './cards/cards.ts';
import type { FeedLibrary } from './feed-library.ts';
import type { FeedWriters } from './feed-writers.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { Library } from './library.ts';
import type { PageLibrary } from './page-library.ts';
import type { PagesAhead } from './pages-ahead.ts';
import type { OpenapiDocument } from './schemas.ts';
import type { SourceWatch } from './source-watch.ts';

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
