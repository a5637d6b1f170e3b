import { calendarFilters } from '#search/query/calendar-question.ts';
import { toOtherSites } from '../embed/to-other-sites.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { dayText, filterLabel, type Filter } from './search-chips.ts';
import { leavingOut } from './search-again.ts';
import { facetsButton } from './search-facets.ts';
import type { FoundContent, Way } from './search-content.ts';
import type { SearchLinks } from './search-links.ts';
import { insert } from '../messages.ts';
import type { View } from '../frame/view.ts';

/** The head of the results: their number, the page and the order. */
export function resultsHead(content: FoundContent, links: SearchLinks, view: View): Html {
  const { list } = view.messages;
  const { total, goingOn, page, count, asked } = content;
  const pages = Math.ceil(total / count);
  const which = pages > 1 ? html` <span class="quiet">${insert(list.page, { page, of: pages })}</span>` : NOTHING;
  const hasOrders = content.reach !== 'upcoming' || asked.some(({ name }) => name === 'q' || name === 'order');
  const order = hasOrders && links.room !== 'least' ? orders(content, links, view) : NOTHING;
  const narrow = links.room === 'least' ? NOTHING : facetsButton(content, view);
  return html`<div class="results-head">
    <h2>${list.talks(total === 0 ? goingOn : total)}${which}</h2>
    ${narrow}${order}
  </div> `;
}

/** The foot of the results: their other pages, and where else to see these talks. */
export function resultsFoot(content: FoundContent, to: LinksOn, view: View): Html {
  const pages = resultsPager(content, to.turns, view);
  if (to.links.room === 'least') return pages;
  return html`${pages}
    <p class="quiet">
      <span class="zone-said">${zoneText(view)}</span> <span class="to-calendar">${to.calendar}</span>
    </p>
    ${toOtherSites(content.asked, view)}`;
}

function zoneText({ messages, publication }: View): string {
  return insert(messages.search.zone, { name: publication.timeZone });
}

/** A link to the same talks in the calendar of the month. */
export function toCalendar({ asked, month }: Pick<FoundContent, 'asked' | 'month'>, { links, messages }: View): Html {
  return html`<a href="${links.month(month, calendarFilters(asked))}">${messages.browse.group.inCalendar}</a>`;
}

function orders(
  { asked, isRanked, isLatestFirst, reach }: FoundContent,
  links: SearchLinks,
  { messages: { search } }: View,
): Html {
  // The default order is left out of the address.
  const byDate = links.changed({ order: reach === 'past' ? 'date' : null });
  const latest = links.changed({ order: reach === 'past' ? null : 'latest' });
  const relevance = asked.some(({ name }) => name === 'q')
    ? [{ label: search.orderRelevance, isCurrent: isRanked, href: links.changed({ order: 'relevance' }) }]
    : [];
  const choices = [
    { label: search.orderDate, isCurrent: !isRanked && !isLatestFirst, href: byDate },
    ...relevance,
    { label: search.orderLatest, isCurrent: isLatestFirst, href: latest },
  ];
  return html`<nav class="order" aria-label="${search.order}">
    <ul class="choices">
      ${choices.map(({ label, isCurrent, href }) => choiceLink(label, href, isCurrent))}
    </ul>
  </nav> `;
}

/** One of several links; the current page is marked. */
export function choiceLink(label: string, href: Html, isCurrent: boolean): Html {
  const current = isCurrent ? html`aria-current="true"` : NOTHING;
  return html`<li><a href="${href}" ${current}>${label}</a></li> `;
}

/** Links to the previous, next, first and last page. */
function resultsPager({ total, page, count, skipped }: FoundContent, turns: SearchLinks, { messages }: View): Html {
  const { list, search } = messages;
  const pages = Math.ceil(total / count);
  if (pages < 2) return NOTHING;
  // First and last are left out if the query is very long.
  const hasRoom = turns.room !== 'least';
  const before = Math.min(skipped > 0 ? page : page - 1, pages);
  const to = (there: boolean, target: number, label: string, rel: Html): Html =>
    there ? html`<li><a href="${turns.page(target)}" ${rel}>${label}</a></li> ` : NOTHING;
  return html`<nav class="pager" aria-label="${list.pages}">
    <ul>
      ${to(hasRoom && before > 1, 1, search.first, NOTHING)}${to(before >= 1, before, list.previous, html` rel="prev"`)}
      <li>${insert(list.page, { page, of: pages })}</li>
      ${to(page < pages, page + 1, list.next, html` rel="next"`)}${to(hasRoom && page + 1 < pages, pages, search.last, NOTHING)}
    </ul>
  </nav> `;
}

/** Links to other queries, to neighbouring pages, and to the calendar: see toCalendar. */
interface LinksOn {
  readonly links: SearchLinks;
  readonly turns: SearchLinks;
  readonly calendar: Html;
}

/** Shown if no talks match: broader queries that do, and lists to browse. */
export function noResults(content: FoundContent, filters: readonly Filter[], to: LinksOn, view: View): Html {
  const { links, turns } = to;
  const { search } = view.messages;
  if (content.total > 0) {
    return html`<div class="empty">
      <h2 class="empty-title">${search.pastEnd}</h2>
      <p>
        ${search.pastEndText} <a href="${turns.page(Math.ceil(content.total / content.count))}">${search.toLast}</a>
      </p>
    </div> `;
  }
  const ways = content.ways.map((way) => wayOn(way, filters, links, view));
  const all = content.asked.length === 0 ? NOTHING : html`<li><a href="${links.bare}">${search.tryAll}</a></li> `;
  const list = [...ways, all].filter((one) => one !== NOTHING);
  const tries =
    list.length > 0
      ? html`<p>${reasonForNone(content, view)}</p>
          <h3>${search.tryThis}</h3>
          <ul class="ways">
            ${list}
          </ul> `
      : NOTHING;
  return html`<div class="empty">
    <h2 class="empty-title">${search.none}</h2>
    ${tries}
    <p>${search.tryBrowse}</p>
    <ul class="choices">
      <li><a href="${view.links.browse('departments')}">${search.browseDepartments}</a></li>
      <li><a href="${view.links.browse('series')}">${search.browseSeries}</a></li>
      <li><a href="${view.links.browse('topics')}">${search.browseTopics}</a></li>
      <li><a href="${view.links.browse('people')}">${search.browsePeople}</a></li>
    </ul>
  </div> `;
}

function reasonForNone({ days: { from, to } }: FoundContent, { dates, messages: { search } }: View): string {
  const [first, last] = [dayText(from), dayText(to)];
  if (from === undefined || to === undefined || from <= to || first === '' || last === '') return search.noneText;
  return insert(search.daysReversed, { from: dates.longDate(first), to: dates.longDate(last) });
}

function wayOn(way: Way, filters: readonly Filter[], links: SearchLinks, view: View): Html {
  const { kind, left, changes, total } = way;
  const count = html` <span class="count">${view.messages.list.talks(total)}</span>`;
  if (kind !== 'without' || left === undefined)
    return html`<li><a href="${links.changed(changes)}">${wayName(way, view)}</a>${count}</li> `;
  const filter = filters.find(({ asked }) => asked.name === left.name && asked.value === left.value);
  if (filter === undefined) return NOTHING;
  const what = filter.kind === '' ? NOTHING : html` <span class="quiet">${filter.kind}</span>`;
  const label = html`${view.messages.search.tryWithout}${what} ${filterLabel(filter)}`;
  return html`<li>${leavingOut(left, label, '', links)}${count}</li> `;
}

function wayName({ kind, words = '' }: Way, { messages: { search } }: View): Html {
  const said = html`<bdi lang="">${insert(search.quoted, { words })}</bdi>`;
  if (kind === 'withoutWords') return html`${search.tryWithout} ${said}`;
  if (kind === 'beginning') return html`${search.tryBeginning} ${said}`;
  if (kind === 'swapped') return html`${search.trySwapped}`;
  return html`${kind === 'always' ? search.tryAlways : search.tryOnwards}`;
}
