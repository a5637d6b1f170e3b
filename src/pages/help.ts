import { MISSING_PARTS } from '#search/query/value-forms.ts';
import { html, NOTHING, type Html } from './frame/html.ts';
import { htmlDocument } from './frame/layout.ts';
import type { View } from './frame/view.ts';
import { insert } from './messages.ts';

/** Coming talks that lack something. */
const ATTENTION = [...MISSING_PARTS.map((value) => ({ name: 'missing', value })), { name: 'cancelled', value: 'omit' }];

/** The help page. */
export function helpPage(view: View): string {
  const { helpTitle, help } = view.messages.help;
  return htmlDocument(view, {
    title: helpTitle,
    current: 'help',
    kind: 'reading',
    canonical: (links) => links.help,
    content: html`<h1>${helpTitle}</h1>
      ${[help.find, help.time, help.follow, help.keep].map((section) => helpSection(section))}
      ${helpSection(help.attention, html`<p><a href="${view.links.search(ATTENTION)}">${help.attention.link}</a></p>`)}
      ${helpSection(help.embed, html`<p><a href="${view.links.embed()}">${help.embed.link}</a></p>`)}
      ${[help.keyboard, help.print, help.language].map((section) => helpSection(section))}`,
  });
}

/** The about page: who publishes these pages, privacy, and accessibility. */
export function aboutPage(view: View): string {
  const { aboutTitle, about } = view.messages.help;
  return htmlDocument(view, {
    title: aboutTitle,
    current: 'about',
    kind: 'reading',
    canonical: (links) => links.about,
    content: html`<h1>${aboutTitle}</h1>
      ${helpSection(about.what)}
      ${helpSection(privacy(view), html`<p><a href="${view.links.privacy}">${about.privacy.link}</a></p>`)}
      ${helpSection(about.access)}
      <section>
        <h2>${about.software.title}</h2>
        <p>${about.software.text.join(' ')} <a href="${view.links.docs}">${about.software.link}</a>.</p>
      </section>`,
  });
}

/** Pages load nothing from other sites, unless the operator allows pictures from there. */
function privacy({ brand, messages }: View): { readonly title: string; readonly text: readonly string[] } {
  const { title, text, withPictures } = messages.help.about.privacy;
  const { hosts } = brand.pictures;
  if (hosts.length === 0) return { title, text };
  return { title, text: [insert(withPictures, { hosts: hosts.join(', ') }), ...text.slice(1)] };
}

/** A heading and its paragraphs. */
export function helpSection(
  section: { readonly title: string; readonly text: readonly string[] },
  more = NOTHING,
): Html {
  return html`<section>
    <h2>${section.title}</h2>
    ${section.text.map((paragraph) => html`<p>${paragraph}</p>`)}${more}
  </section>`;
}
