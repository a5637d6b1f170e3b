import { encoded } from '#representations/links/links.ts';
import { absolutePageLinks } from '#representations/links/page-links.ts';
import type { Alternate } from '#representations/representation.ts';
import { calendarFilters } from '#search/query/calendar-question.ts';
import { oembedOf } from '../embed/oembed.ts';
import { type Fragments, PageTemplate, slot, TALKS_HERE } from '../fragments.ts';
import type { Brand } from '../frame/brand.ts';
import { html, type Html, NOTHING } from '../frame/html.ts';
import { htmlDocument } from '../frame/layout.ts';
import { sharedTitle } from '../frame/shared-page.ts';
import { shortened, theirs } from '../frame/words.ts';
import type { View } from '../frame/view.ts';
import { personName } from '../lists/groups.ts';
import { insert } from '../messages.ts';
import { titleText } from '../prose/title.ts';
import { chips, dayText, type Filter, filterLabel, filtersOf, withPeriod } from './search-chips.ts';
import type { Fault, FoundContent, FoundName, SearchContent, Way } from './search-content.ts';
import { facets, facetsButton } from './search-facets.ts';
import { faultText, searchForm } from './search-form.ts';
import {
  feedTitle,
  followSearch,
  otherForms,
  searchAlternates,
  searchAsData,
  subscriptionsTo,
  toOtherSites,
} from './search-forms.ts';
import { againForm, labelOf, leavingOut, type LinkBudget, SearchLinks } from './search-links.ts';

/** The results page, with placeholders for its talks. */
export function searchPage(content: FoundContent, view: View): Fragments {
  const { search } = view.messages;
  const links = new SearchLinks(view, content.asked);
  const turns = content.turned === content.asked ? links : new SearchLinks(view, content.turned);
  const to = { links, turns, calendar: toCalendar(content, view) };
  const filters = filtersOf(content, view);
  const said = withPeriod(filters, content, view);
  const title = shortened(said.map(({ label }) => label).join(', '), LONGEST_TITLE);
  const forms = otherForms(content.asked, view);
  const { asked, nameOf, counts, days } = content;
  const form = searchForm(
    {
      asked,
      nameOf,
      counts,
      from: dayText(days.from),
      to: dayText(days.to),
      faults: [],
      isPast: content.reach === 'past',
      shortcuts: shortcuts(content, links, view),
    },
    view,
  );
  const isEmpty = content.shown + content.goingOn === 0;
  const { webcal, google, outlook, office } = subscriptionsTo(forms, feedTitle(filters, view), view);
  return searchTemplate(view, links).filled({
    title: html`${title === '' ? search.title : insert(search.titleOf, { what: title })}`,
    here: html`${view.here.slice(view.here.indexOf('?') + 1)}`,
    feeds: html`${forms.feeds}`,
    data: html`${forms.data}`,
    page: html`${encoded(absolutePageLinks(view.publication).search(asked))}`,
    asking: html`${form}${askedRow([chips(said, links, view), foundNames(content.names, view)])}${againForm(content.asked, links, view)}`,
    above: html`${isEmpty ? noResults(content, filters, to, view) : resultsHead(content, links, view)}`,
    below: isEmpty ? NOTHING : resultsFoot(content, to, view),
    // Talks that words find are spread over many days: days stand beside them, so that more are in sight.
    layout: asked.some(({ name }) => name === 'q') && !content.isRanked ? html` grouped` : NOTHING,
    facets: facets(content, links, view),
    webcal: html`${webcal}`,
    google: html`${google}`,
    outlook: html`${outlook}`,
    office: html`${office}`,
  });
}

/** Maximum bytes: the beginning of a long query is distinctive enough. */
const LONGEST_TITLE = 200;

/** What was asked, and records whose names have its words: one row, which scrolls. */
function askedRow(parts: readonly Html[]): Html {
  return parts.every((part) => part === NOTHING) ? NOTHING : html`<div class="asked">${parts}</div> `;
}

/** Links, above the talks, to records whose names contain the searched words. */
function foundNames(names: readonly FoundName[], { links, messages }: View): Html {
  const { suggest } = messages.search;
  if (names.length === 0) return NOTHING;
  const items = names.map(({ type, key, name, affiliation, upcoming = 0 }) => {
    const count = upcoming === 0 ? NOTHING : html`, ${insert(suggest.upcoming, { count: upcoming })}`;
    return html`<li>
      <a href="${links[type](key)}" ${theirs(name)}>${titleText(personName(name, affiliation))}</a>
      <span class="quiet">${suggest.kinds[type]}${count}</span>
    </li> `;
  });
  return html`<section class="names" aria-label="${suggest.found}">
    <ul class="found-names">
      ${items}
    </ul>
  </section> `;
}

function shortcuts(
  { shortcuts: all, term, asked }: FoundContent,
  links: SearchLinks,
  { messages: { search } }: View,
): Html {
  if (links.room === 'least') return NOTHING;
  const valueOf = (wanted: string): string | null => asked.find(({ name }) => name === wanted)?.value ?? null;
  const to = valueOf('to');
  // Without an end, starting today is the default.
  const from = valueOf('from') === 'today' && to === null ? null : valueOf('from');
  const items = all.map((one) => {
    const isCurrent = one.from === from && one.to === to;
    return choiceLink(search[one.name], links.changed({ from: one.from, to: one.to }), isCurrent);
  });
  // After the weeks, before longer times.
  const near = all.findIndex(({ name }) => name === 'next30');
  const ofTerm =
    term === undefined
      ? NOTHING
      : choiceLink(term, links.changed({ from: 'term', to: 'term' }), from === 'term' && to === 'term');
  return html`<nav class="shortcuts" aria-label="${search.shortcuts}">
    <ul class="choices">
      ${items.slice(0, near)}${ofTerm}${items.slice(near)}
    </ul>
  </nav> `;
}

/** One of several links; the current page is marked. */
function choiceLink(label: string, href: Html, isCurrent: boolean): Html {
  const current = isCurrent ? html`aria-current="true"` : NOTHING;
  return html`<li><a href="${href}" ${current}>${label}</a></li> `;
}

/** The head of the results: their number, the page and the order. */
function resultsHead(content: FoundContent, links: SearchLinks, view: View): Html {
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

/** The foot of the results: their other pages, and where else to see these talks. */
function resultsFoot(content: FoundContent, to: LinksOn, view: View): Html {
  const pages = resultsPager(content, to.turns, view);
  if (to.links.room === 'least') return pages;
  return html`${pages}
    <p class="quiet">
      <span class="zone-said">${insert(view.messages.search.zone, { name: view.publication.timeZone })}</span>
      <span class="to-calendar">${to.calendar}</span>
    </p>
    ${toOtherSites(content.asked, view)}`;
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

/** A link to the same talks in the calendar of the month. */
function toCalendar({ asked, month }: Pick<FoundContent, 'asked' | 'month'>, { links, messages }: View): Html {
  return html`<a href="${links.month(month, calendarFilters(asked))}">${messages.browse.group.inCalendar}</a>`;
}

/** Shown if no talks match: broader queries that do, and lists to browse. */
function noResults(content: FoundContent, filters: readonly Filter[], to: LinksOn, view: View): Html {
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

interface MalformedContent extends SearchContent {
  readonly faults: readonly Fault[];
}

/** The page for an invalid query: errors are listed at the top, and next to their fields. */
export function malformedSearchPage(content: MalformedContent, view: View): string {
  const { search } = view.messages;
  const { asked, faults } = content;
  const valueOf = (wanted: string): string => asked.find(({ name }) => name === wanted)?.value ?? '';
  const bad = [...new Set(faults.map(({ parameter }) => parameter))];
  const good = asked.filter(({ name }) => !bad.includes(name));
  const links = new SearchLinks(view, good);
  const items = bad.map((name) => {
    const codes = [...new Set(faults.filter(({ parameter }) => parameter === name).map(({ code }) => code))];
    const texts = codes.map((code) => faultText(code, search)).join(' ');
    return html`<li><a href="#search-${name}">${labelOf(name, search)}</a> <span>${texts}</span></li> `;
  });
  const main = html`<h1>${search.title}</h1>
    <section class="notice faults" aria-labelledby="faults">
      <h2 id="faults">${search.problems}</h2>
      <p>${search.problemsText}</p>
      <ul>
        ${items}
      </ul>
      <p><a href="${links.page(1)}">${search.takeOut}</a></p>
    </section>
    ${searchForm({ ...content, from: valueOf('from'), to: valueOf('to'), isPast: false, shortcuts: NOTHING }, view)}`;
  return searchDocument(view, {
    title: search.problems,
    alternates: searchAlternates(otherForms(good, view), view, links.room),
    main,
  });
}

/** What differs between search pages. */
interface SearchPage {
  readonly title: string;
  readonly alternates: readonly Alternate[];
  readonly main: Html;
}

function searchDocument(view: View, { title, alternates, main }: SearchPage): string {
  const canonical = (links: View['links']): string => links.page(view.here);
  return htmlDocument(view, {
    title,
    canonical,
    openGraph: sharedTitle(title, canonical, view),
    // Keep crawlers out: the number of possible queries is unlimited.
    robots: 'noindex, nofollow',
    alternates,
    current: 'search',
    kind: 'search-page',
    content: main,
  });
}

type Slot =
  | 'layout'
  | 'title'
  | 'here'
  | 'feeds'
  | 'data'
  | 'page'
  | 'asking'
  | 'above'
  | 'below'
  | 'facets'
  | 'webcal'
  | 'google'
  | 'outlook'
  | 'office';

/** Templates by brand, then by everything else they depend on; a dozen. */
const templates = new WeakMap<Brand, Map<string, PageTemplate<Slot>>>();

/**
 * The layout that all search pages share, rendered once per language: it costs more than the parts that depend on the
 * query.
 */
function searchTemplate(view: View, { room }: SearchLinks): PageTemplate<Slot> {
  const { brand, language, languageInAddress, publication, here } = view;
  let ofBrand = templates.get(brand);
  if (ofBrand === undefined) templates.set(brand, (ofBrand = new Map<string, PageTemplate<Slot>>()));
  const isBare = !here.includes('?');
  const key = `${publication.baseUrl} ${language} ${String(languageInAddress)} ${String(isBare)} ${room}`;
  let template = ofBrand.get(key);
  if (template === undefined) ofBrand.set(key, (template = new PageTemplate(layOut(view, isBare, room))));
  return template;
}

function layOut(view: View, isBare: boolean, room: LinkBudget): string {
  const { search } = view.messages;
  const [path = ''] = view.here.split('?', 1);
  const forms = { feeds: slot('feeds'), data: slot('data') };
  const ways = {
    webcal: slot('webcal'),
    google: slot('google'),
    outlook: slot('outlook'),
    office: slot('office'),
  };
  const main = html`<h1>${search.title}</h1>
    ${slot('asking')}
    <div class="search-columns">
      <section class="results${slot('layout')}" aria-label="${search.results}">
        ${followSearch(forms, ways, room, view)}${slot('above')}${TALKS_HERE}${slot('below')}
      </section>
      ${slot('facets')}
    </div>
    ${searchAsData(forms, room, view)}`;
  return searchDocument(isBare ? view : { ...view, here: `${path}?${slot('here')}` }, {
    title: slot('title'),
    alternates: [
      ...searchAlternates(forms, view, room),
      ...(room === 'ample' ? [oembedOf(view, search.title, () => slot('page'))] : []),
    ],
    main,
  });
}
