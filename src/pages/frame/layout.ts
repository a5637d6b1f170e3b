import type { PageLinks } from '#representations/links/page-links.ts';
import type { Alternate } from '#representations/representation.ts';
import { frameOf, languageSwitch } from './frame.ts';
import { head } from './head.ts';
import { html, NOTHING, type Html } from './html.ts';
import type { Language } from './language.ts';
import type { View } from './view.ts';

/** What a page says of itself. */
export interface Described {
  /** Without the brand's name. */
  readonly title: string;
  /** A sentence or two for who lists pages; cut where it is long. */
  readonly description?: string;
  /** This page's address as others should link to it. */
  readonly canonical?: (links: PageLinks) => string;
  /** The same thing in other forms: where, and as what. */
  readonly alternates?: readonly Alternate[];
  /** Open Graph, and what else a `meta` has a `property` for: `og:type`, … */
  readonly openGraph?: readonly MetaProperty[];
  /** A JSON document (schema.org). */
  readonly jsonLd?: string;
  /** `noindex` for what search engines should leave. */
  readonly robots?: string;
  /** Which entry of the navigation this page is. */
  readonly current?: Current;
  /** A class of the body, for what is particular to a kind of page: print among it. */
  readonly kind?: string;
  /** Where the content needs the width of the window: calendars, tables. */
  readonly wide?: boolean;
  /** The language of the content, where it is not that of the page. */
  readonly contentLanguage?: Language;
}

/** The same, and what it holds. */
export interface Layout extends Described {
  readonly content: Html;
}

export type Current = 'home' | 'search' | 'calendar' | 'browse' | 'about' | 'help' | 'docs';

export interface MetaProperty {
  readonly property: string;
  readonly content: string;
}

/** A whole HTML document. It loads one stylesheet and one script, and nothing from elsewhere. */
export function htmlDocument(view: View, layout: Layout): string {
  const { language, messages } = view;
  const { contentLanguage, content } = layout;
  const frame = frameOf(view, layout.current);
  const kind = [layout.kind, layout.wide === true ? 'is-wide' : undefined].filter((one) => one !== undefined).join(' ');
  return html`<!DOCTYPE html>
    <html lang="${language}" dir="ltr">
      ${head(view, layout)}
      <body ${kind === '' ? NOTHING : html`class="${kind}"`}>
        <a class="skip" href="#main">${messages.site.skip}</a>
        ${frame.header}
        <main id="main" tabindex="-1" ${contentLanguage === undefined ? NOTHING : html`lang="${contentLanguage}"`}>
          ${content}
        </main>
        <footer class="site">${frame.footer}${languageSwitch(view)}</footer>
      </body>
    </html>`.markup;
}
