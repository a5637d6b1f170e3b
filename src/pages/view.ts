import type { Publication } from '#representations/representation.js';
import { pageLinks, type PageLinks } from '#representations/page-links.js';
import type { Brand } from './brand.js';
import { datesIn, type Dates } from './dates.js';
import type { Language } from './language.js';
import { MESSAGES } from './messages.js';
import type { Messages } from './messages/en.js';

/** How a page is to be written: for whom, where and when. What it says is given beside it. */
export interface View {
  readonly publication: Publication;
  readonly brand: Brand;
  readonly language: Language;
  /** Whether the address says the language; links between pages then keep it. */
  readonly languageInAddress: boolean;
  readonly messages: Messages;
  /** Days and times in the page's language and the service's zone. */
  readonly dates: Dates;
  readonly links: PageLinks;
  /** Path and query of this page below the base address, percent-encoded and without the language. */
  readonly here: string;
  readonly now: Date;
}

export interface ViewOptions {
  readonly publication: Publication;
  readonly brand: Brand;
  readonly language: Language;
  readonly languageInAddress: boolean;
  readonly here: string;
  readonly now: Date;
}

export function makeView(options: ViewOptions): View {
  const { publication, brand, language, languageInAddress, here, now } = options;
  return {
    publication,
    brand,
    language,
    languageInAddress,
    here,
    now,
    messages: MESSAGES[language],
    dates: datesIn(language, publication.timeZone),
    links: pageLinks(publication, languageInAddress ? language : null),
  };
}
