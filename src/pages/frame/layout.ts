import { frameOf, languageSwitch, type Current } from './frame.ts';
import { head, type PageHead } from './head.ts';
import { html, NOTHING, type Html } from './html.ts';
import type { Language } from './language.ts';
import type { View } from './view.ts';

/** A page: its metadata and its content. */
interface Layout extends PageHead {
  /** Which entry of the navigation this page is. */
  readonly current?: Current;
  /** Class of the body, for styles of one kind of page, such as print styles. */
  readonly kind?: string;
  /** Whether the content uses the full width of the window, as calendars and tables do. */
  readonly wide?: boolean;
  /** The language of the content, if it differs from that of the page. */
  readonly contentLanguage?: Language;
  readonly content: Html;
}

/** A whole HTML document. It loads one stylesheet and one script, both from this site. */
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
        ${frame.header.before}${languageSwitch(view)}${frame.header.after}
        <main id="main" tabindex="-1" ${contentLanguage === undefined ? NOTHING : html`lang="${contentLanguage}"`}>
          ${content}
        </main>
        <footer class="site">${frame.footer}</footer>
      </body>
    </html>`.markup;
}
