import { pathLinks } from '#representations/links/links.ts';
import { absolutePageLinks } from '#representations/links/page-links.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import type { View } from '../frame/view.ts';
import type { Theme } from '#search/query/display-question.ts';
import type { Fault } from '../search/search-content.ts';
import { labelOf } from '../search/search-kept.ts';
import { faultText } from '../search/search-form.ts';
import type { EmbedContent, EmbeddedMonth } from './embed-content.ts';
import { embeddedTalks } from './embedded-talks.ts';

/** A list of talks as a page to be framed. Its script tells the page around it how high it is. */
export function framedTalks(content: EmbedContent | EmbeddedMonth, view: View): string {
  const { subjects, theme } = content;
  const title = subjects.length === 0 ? view.messages.search.homeTitle : subjects.join(' · ');
  return framedPage({ title, theme, content: embeddedTalks(content, view) }, view);
}

/** The page in place of a list whose address is not valid: for whoever sets the list up. */
export function faultyFrame(faults: readonly Fault[], view: View): string {
  const { embed, search } = view.messages;
  const content = html`<div class="lectern">
    <p class="lectern-empty">${embed.faulty}</p>
    <ul>
      ${faults.map(
        ({ parameter, code }) =>
          html`<li><code>${parameter}</code> (${labelOf(parameter, search)}): ${faultText(code, search)}</li>`,
      )}
    </ul>
  </div>`;
  return framedPage({ title: embed.faulty, theme: 'auto', content }, view);
}

interface Framed {
  readonly title: string;
  readonly theme: Theme;
  readonly content: Html;
}

/** Links lead out of the frame; those to other pages of the list stay in it. */
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
