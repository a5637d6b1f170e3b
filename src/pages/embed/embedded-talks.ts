import { insert } from '../messages.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import type { View } from '../frame/view.ts';
import type { EmbedContent, EmbeddedMonth } from './embed-content.ts';
import { monthTable } from './month-layout.ts';
import { labelOf } from '../search/search-links.ts';
import { TALK_LAYOUTS } from './talk-layouts.ts';

/**
 * Talks for another site, as plain HTML: no scripts and no styles, only the classes that
 * docs/how-to/put-talks-on-a-page.md lists. Every link is absolute.
 */
export function embeddedTalks(content: EmbedContent | EmbeddedMonth, view: View): Html {
  return html`<div class="lectern lectern-${content.layout}" lang="${view.language}">
    ${content.layout === 'month' ? ofMonth(content, view) : ofList(content, view)}
  </div>`;
}

function ofList(content: EmbedContent, view: View): Html {
  const { talks, total, layout, unknown } = content;
  const { messages } = view;
  const none =
    total === 0 && unknown.length > 0
      ? toAuthor(unknown, view)
      : html`<p class="lectern-empty">${total === 0 ? messages.display.none : messages.browse.group.noneOnPage}</p>`;
  const beside = content.paging ? pages(content, view) : NOTHING;
  return html`${talks.length === 0 ? none : TALK_LAYOUTS[layout](talks, view)}${beside}${
    total > talks.length && beside === NOTHING ? all(content, total, view) : NOTHING
  }`;
}

/** Tells whoever set up the list what it asks for in vain. */
function toAuthor(unknown: EmbedContent['unknown'], { messages: { embed, search } }: View): Html {
  return html`<p class="lectern-empty">${embed.faulty}</p>
    <ul>
      ${unknown.map(({ name, value }) => html`<li><code>${name}=${value}</code> (${labelOf(name, search)}): ${embed.unknown}</li>`)}
    </ul>`;
}

function pages({ page, pages: last, asked, look }: EmbedContent, view: View): Html {
  if (last <= 1 && page <= 1) return NOTHING;
  const { list } = view.messages;
  const others = [...asked.filter(({ name }) => name !== 'page'), ...look];
  const href = (one: number): string => view.links.embedTalks([...others, { name: 'page', value: String(one) }]);
  const before = Math.min(page - 1, last);
  return turns(list.pages, [
    before >= 1 ? turn('prev', href(before), list.previous) : NOTHING,
    html`<li>${insert(list.page, { page, of: last })}</li>`,
    page < last ? turn('next', href(page + 1), list.next) : NOTHING,
  ]);
}

/** Links to the previous and next page or month, which open in the frame. */
function turns(label: string, links: readonly Html[]): Html {
  return html`<nav class="lectern-pager" aria-label="${label}">
    <ul>
      ${links}
    </ul>
  </nav>`;
}

function turn(rel: string, href: string, label: string): Html {
  return html`<li><a rel="${rel}" href="${href}" target="_self">${label}</a></li>`;
}

/** A link to the search that finds all of them. */
function all({ asked }: Pick<EmbedContent, 'asked'>, total: number, { links, messages }: View): Html {
  const query = asked.filter(({ name }) => name !== 'page' && name !== 'count');
  const label = insert(messages.search.homeAll, { talks: messages.list.talks(total) });
  return html`<p class="lectern-more"><a href="${links.search(query)}">${label}</a></p>`;
}

function ofMonth(content: EmbeddedMonth, view: View): Html {
  const isEmpty = content.total === 0 && content.unknown.length > 0;
  return html`${isEmpty ? toAuthor(content.unknown, view) : NOTHING}${monthTable(content, view)}${content.paging ? months(content, view) : NOTHING}`;
}

function months({ turns: beside, asked, look }: EmbeddedMonth, view: View): Html {
  const { calendar } = view.messages.browse;
  const others = [...asked.filter(({ name }) => !['from', 'to', 'page'].includes(name)), ...look];
  const href = (month: string): string => view.links.embedTalks([{ name: 'from', value: `${month}-01` }, ...others]);
  return turns(calendar.turn, [
    beside.previous === undefined ? NOTHING : turn('prev', href(beside.previous), calendar.previousMonth),
    beside.next === undefined ? NOTHING : turn('next', href(beside.next), calendar.nextMonth),
  ]);
}
