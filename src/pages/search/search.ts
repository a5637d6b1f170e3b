import { encoded } from '#representations/links/links.ts';
import { absolutePageLinks } from '#representations/links/page-links.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import type { Fragments } from '../fragments.ts';
import { againForm } from './search-again.ts';
import { chips, dayText, filtersOf, withPeriod } from './search-chips.ts';
import type { Fault, FoundContent, SearchContent } from './search-content.ts';
import { facets } from './search-facets.ts';
import { foundNames } from './found-names.ts';
import { faultText, searchForm } from './search-form.ts';
import { feedTitle, otherForms, searchAlternates, subscriptionsTo } from './search-forms.ts';
import { labelOf } from './search-kept.ts';
import { SearchLinks } from './search-links.ts';
import { choiceLink, noResults, resultsFoot, resultsHead, toCalendar } from './search-results.ts';
import { searchDocument, searchTemplate } from './search-template.ts';
import { shortened } from '../frame/shortened.ts';
import { insert } from '../messages.ts';
import type { View } from '../frame/view.ts';

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
  const dates = { from: dayText(days.from), to: dayText(days.to) };
  const isPast = content.reach === 'past';
  const form = searchForm(
    {
      asked,
      nameOf,
      counts,
      from: dates.from,
      to: dates.to,
      faults: [],
      isPast,
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

/** What was asked, and records whose names have its words: one row, which scrolls. */
function askedRow(parts: readonly Html[]): Html {
  return parts.every((part) => part === NOTHING) ? NOTHING : html`<div class="asked">${parts}</div> `;
}

/** Maximum bytes: the beginning of a long query is distinctive enough. */
const LONGEST_TITLE = 200;

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

interface MalformedContent extends SearchContent {
  readonly faults: readonly Fault[];
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
