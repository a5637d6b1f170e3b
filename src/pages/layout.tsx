import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import { pathLinks, type Links } from '#representations/links.js';
import { withoutForbidden } from '#representations/printable.js';
import type { Alternate, Publication } from '#representations/representation.js';
import { STYLESHEET } from './stylesheet.js';

export interface Layout {
  readonly title: string;
  /** The same thing in other forms: where, and as what. */
  readonly alternates?: readonly Alternate[];
  readonly children: ComponentChildren;
}

/** A whole HTML document. It loads the stylesheet and nothing else: no script, nothing from elsewhere. */
export function htmlDocument(publication: Publication, layout: Layout): string {
  const links = pathLinks(publication);
  const html = render(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{`${layout.title} – Lectern`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="stylesheet" href={links.asset(STYLESHEET.name)} />
        {layout.alternates?.map(({ type, title, href }) => (
          <link key={type} rel="alternate" type={type} title={title} href={href} />
        ))}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <Header links={links} />
        <main id="main">{layout.children}</main>
        <Footer links={links} />
      </body>
    </html>,
  );
  // Text may hold characters that no HTML document may (NUL among them); they say nothing.
  return `<!DOCTYPE html>\n${withoutForbidden(html)}\n`;
}

function Header({ links }: { readonly links: Links }) {
  return (
    <header>
      <nav aria-label="Site">
        <ul>
          <li>
            <a href={links.home}>
              <strong>Lectern</strong>
            </a>
          </li>
          <li>
            <a href={links.docs}>For developers</a>
          </li>
        </ul>
      </nav>
    </header>
  );
}

function Footer({ links }: { readonly links: Links }) {
  return (
    <footer>
      <p>
        Everything here can also be read by programs, as <a href={links.docs}>JSON, XML and calendars</a>.
      </p>
    </footer>
  );
}
