import type { Publication } from '#representations/representation.ts';
import { pageLinks, type PageLinks } from '#representations/links/page-links.ts';
import type { Brand } from './brand.ts';
import { datesIn, type Dates } from '../calendar/dates.ts';
import type { Language } from './language.ts';
import { MESSAGES, type Messages } from '../messages.ts';

/** The context of a page: its brand, language, links and time. The content is passed separately. */
export interface View {
  readonly publication: Publication;
  readonly brand: Brand;
  readonly language: Language;
  /** Whether the address contains the language; links between pages then keep it. */
  readonly languageInAddress: boolean;
  readonly messages: Messages;
  /** Formats dates in the page's language and the service's time zone. */
  readonly dates: Dates;
  readonly links: PageLinks;
  /** Path and query of this page below the base address, percent-encoded and without the language. */
  readonly here: string;
  readonly now: Date;
}

export type ViewOptions = Omit<View, 'messages' | 'dates' | 'links'>;

export function makeView(options: ViewOptions): View {
  const { publication, brand, language, languageInAddress } = options;
  return {
    ...options,
    messages: MESSAGES[language],
    dates: datesIn(language, publication.timeZone, brand.terms),
    links: pageLinks(publication, languageInAddress ? language : null),
  };
}
