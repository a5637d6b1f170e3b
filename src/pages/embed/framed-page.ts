import { pathLinks } from '#representations/links/links.ts';
import { absolutePageLinks } from '#representations/links/page-links.ts';
import type { PageError } from '../frame/error.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import type { View } from '../frame/view.ts';
import type { Theme } from '#search/query/calendar-question.ts';
import { labelOf } from '../search/search-links.ts';
import { faultText } from '../search/search-form.ts';
import type { EmbedContent, EmbeddedMonth } from './embed-content.ts';
import { embeddedTalks } from './embedded-talks.ts';

/** A list of talks as a page for frames. Its script tells the surrounding page its height. */
export function framedTalks(content: EmbedContent | EmbeddedMonth, view: View): string {
  const { subjects, theme } = content;
  const title = subjects.length === 0 ? view.messages.search.homeTitle : subjects.join(' · ');
  return framedPage({ title, theme, content: embeddedTalks(content, view) }, view);
}

/** The page shown instead of a list after an error. Invalid parameters are named for whoever set up the list. */
export function framedError({ code, faults }: Pick<PageError, 'code' | 'faults'>, view: View): string {
  const { embed, errors, search } = view.messages;
  const title = faults.length > 0 ? embed.faulty : errors[code].title;
  const content = html`<div class="lectern">
    <p class="lectern-empty">${title}</p>
    ${
      faults.length === 0
        ? html`<p>${errors[code].text}</p>`
        : html`<ul>
            ${faults.map(
              ({ parameter, code: fault }) =>
                html`<li><code>${parameter}</code> (${labelOf(parameter, search)}): ${faultText(fault, search)}</li>`,
            )}
          </ul>`
    }
  </div>`;
  return framedPage({ title, theme: 'auto', content }, view);
}

interface Framed {
  readonly title: string;
  readonly theme: Theme;
  readonly content: Html;
}

/** Links open outside of the frame, except those to other pages of the list. */
function framedPage({ title, theme, content }: Framed, { brand, here, language, links, publication }: View): string {
  const { asset } = pathLinks(publication);
  const { stylesheet, script } = brand.frame;
  const oembed = links.oembed(absolutePageLinks(publication).page(here));
  return html`<!DOCTYPE html>
    <html lang="${language}" dir="ltr" ${theme === 'auto' ? NOTHING : html`class="is-${theme}"`}>
      <head>
        <meta charset="utf-8" />
        <title>${title === brand.name ? title : `${title} – ${brand.name}`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="alternate" type="application/json+oembed" title="${title}" href="${oembed}" />
        <base target="_top" />
        <link rel="stylesheet" href="${asset(stylesheet.name)}" />
        <link rel="icon" href="${asset(brand.icon.name)}" />
        <script type="module" src="${asset(script.name)}"></script>
      </head>
      <body>
        <main>
          <h1 class="unseen"><bdi>${title}</bdi></h1>
          ${content}
        </main>
      </body>
    </html>`.markup;
}
