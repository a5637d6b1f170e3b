import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import { absolutePageLinks, type PageLinks } from '#representations/page-links.js';
import { withoutForbidden } from '#representations/printable.js';
import type { Alternate } from '#representations/representation.js';
import { frameOf, LanguageSwitch } from './frame.js';
import { LANGUAGES, type Language } from './language.js';
import { scriptData } from './script-data.js';
import type { View } from './view.js';

/** What a page says of itself and holds. */
export interface Layout {
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
  readonly children: ComponentChildren;
}

export type Current = 'home' | 'search' | 'calendar' | 'browse' | 'about' | 'help' | 'docs';

export interface MetaProperty {
  readonly property: string;
  readonly content: string;
}

/** A whole HTML document. It loads one stylesheet and one script, and nothing from elsewhere. */
export function htmlDocument(view: View, layout: Layout): string {
  const { language } = view;
  const frame = frameOf(view, layout.current);
  const kind = [layout.kind, layout.wide === true ? 'is-wide' : undefined].filter((one) => one !== undefined).join(' ');
  const html = render(
    <html lang={language} dir="ltr">
      <Head view={view} layout={layout} />
      <body class={kind === '' ? undefined : kind}>
        <a class="skip" href="#main">
          {view.messages.site.skip}
        </a>
        <header class="site" dangerouslySetInnerHTML={{ __html: frame.header }} />
        <main id="main" tabindex={-1} lang={layout.contentLanguage}>
          {layout.children}
        </main>
        <footer class="site">
          <div class="frame" dangerouslySetInnerHTML={{ __html: frame.footer }} />
          <LanguageSwitch view={view} />
        </footer>
      </body>
    </html>,
  );
  // Text may hold characters that no HTML document may (NUL among them); they say nothing.
  return `<!DOCTYPE html>\n${withoutForbidden(html)}\n`;
}

function Head({ view, layout }: { readonly view: View; readonly layout: Layout }) {
  const { brand, links } = view;
  const { title, description, canonical, jsonLd } = layout;
  return (
    <head>
      <meta charset="utf-8" />
      <title>{title === brand.name ? title : `${title} – ${brand.name}`}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      {description !== undefined && description.trim() !== '' && (
        <meta name="description" content={summary(description)} />
      )}
      {layout.robots !== undefined && <meta name="robots" content={layout.robots} />}
      <link rel="stylesheet" href={links.asset(brand.stylesheet.name)} />
      <link rel="icon" href={links.asset(brand.icon.name)} />
      <script type="module" src={links.asset(brand.script.name)} />
      {canonical !== undefined && <Canonical view={view} address={canonical} />}
      {layout.alternates?.map(({ type, title: name, href }) => (
        <link key={type} rel="alternate" type={type} title={name} href={href} />
      ))}
      {layout.openGraph?.map(({ property, content }) => (
        <meta key={property} property={property} content={content} />
      ))}
      {jsonLd !== undefined && (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptData(jsonLd) }} />
      )}
    </head>
  );
}

/** One address for all languages, and the address of each. */
function Canonical({ view, address }: { readonly view: View; readonly address: (links: PageLinks) => string }) {
  const { publication } = view;
  return (
    <>
      <link rel="canonical" href={address(absolutePageLinks(publication))} />
      {LANGUAGES.map((language) => (
        <link
          key={language}
          rel="alternate"
          hreflang={language}
          href={address(absolutePageLinks(publication, language))}
        />
      ))}
    </>
  );
}

/** Search engines show about as much. */
const LONGEST_SUMMARY = 200;

function summary(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_SUMMARY ? `${line.slice(0, LONGEST_SUMMARY - 1).replace(/\p{Surrogate}$/u, '')}…` : line;
}
