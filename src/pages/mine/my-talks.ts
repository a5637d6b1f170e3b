import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { NamedValue } from '#search/query/request.ts';
import { pathLinks, queryString } from '#representations/links/links.ts';
import { TALK_LISTING } from '../fragments.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { htmlDocument } from '../frame/layout.ts';
import type { View } from '../frame/view.ts';
import { words } from '../frame/words.ts';
import { follow } from '../lists/subscribe.ts';
import { insert } from '../messages.ts';
import { otherForms, searchAsData } from '../search/search-forms.ts';
import { titleHtml } from '../prose/title.ts';

interface MyTalksContent {
  /** Slugs of the chosen talks; if empty, a script fills the page. */
  readonly asked: readonly string[];
  /** Slugs that are not in the catalogue. */
  readonly missing: readonly string[];
  /** Pairs of talks that take place at the same time. */
  readonly clashes: readonly (readonly [TalkDetails, TalkDetails])[];
  /** Number of upcoming and past talks. The server inserts the lists that are not empty, in this order. */
  readonly upcoming: number;
  readonly past: number;
}

/** With more talks, only calendars are linked, because each link contains all slugs. */
const MANY = 20;

/** Talks that a reader has chosen. The browser stores the list, and requests the page with it in the address. */
export function myTalksPage(content: MyTalksContent, view: View): string {
  const { mine } = view.messages;
  return htmlDocument(view, {
    title: mine.title,
    current: 'mine',
    kind: 'mine',
    robots: 'noindex',
    canonical: (links) => links.myTalks(),
    content: html`<h1>${mine.title}</h1>
      <noscript><p>${mine.noScript}</p></noscript>
      <div
        data-my-talks
        data-address="${view.links.myTalks()}"
        data-copied="${mine.copied}"
        data-cleared="${mine.cleared}"
        data-offline="${mine.offline}"
      >
        ${offer(content.asked.length > 0, view)}
        <div data-list="${content.asked.join(' ')}">
          ${content.asked.length === 0 ? empty(view) : list(content, view)}
        </div>
        <p class="mine-actions" data-actions hidden>
          <button type="button" data-do="link">${mine.link}</button>
          <button type="button" data-do="clear">${mine.clear}</button>
          <button type="button" data-do="undo" hidden>${mine.undo}</button>
        </p>
        <p role="status" data-said></p>
      </div>`,
  });
}

/** Choices for a list from the address. If it is after a `#`, only the script can read it. */
function offer(isShown: boolean, { messages: { mine } }: View): Html {
  return html`<section class="mine-offer" data-offer ${isShown ? NOTHING : html`hidden`}>
    <h2>${mine.offer}</h2>
    <p>${mine.offerText}</p>
    <p class="mine-actions">
      <button type="button" data-do="add">${mine.add}</button>
      <button type="button" data-do="replace">${mine.replace}</button>
      <button type="button" data-do="leave">${mine.leave}</button>
    </p>
  </section>`;
}

function empty({ messages: { mine } }: View): Html {
  return html`<p class="lead" data-none>${mine.none}</p>`;
}

function list({ asked, missing, clashes, upcoming, past }: MyTalksContent, view: View): Html {
  const { mine, browse } = view.messages;
  return html`${calendarFile(asked, view)}${followList(asked, view)}${missing.length === 0 ? NOTHING : gone(missing, view)}${overlapping(clashes, view)}
    <h2>${browse.group.upcoming}</h2>
    ${upcoming === 0 ? html`<p>${mine.noneUpcoming}</p>` : TALK_LISTING}
    ${
      past === 0
        ? NOTHING
        : html`<details class="mine-past">
            <summary>${mine.past(past)}</summary>
            ${TALK_LISTING}
          </details>`
    }${asked.length > MANY ? NOTHING : searchAsData(otherForms(asPairs(asked), view), 'ample', view)}`;
}

/** The chosen talks as they are now, for programs that do not subscribe. */
function calendarFile(asked: readonly string[], { messages: { mine }, publication }: View): Html {
  const file = `${pathLinks(publication).talkSearch}.ics${queryString([{ name: 'from', value: '1900-01-01' }, ...asPairs(asked)])}`;
  return html`<p class="mine-file"><a class="button" href="${file}" download="my-talks.ics">${mine.file}</a></p>`;
}

function gone(missing: readonly string[], { messages: { mine } }: View): Html {
  return html`<p data-missing="${missing.join(' ')}">
    ${mine.missing(missing.length)} <button type="button" data-do="forget" hidden>${mine.forget}</button>
  </p>`;
}

function overlapping(clashes: MyTalksContent['clashes'], view: View): Html {
  if (clashes.length === 0) return NOTHING;
  const { mine } = view.messages;
  return html`<section class="mine-clashes">
    <h2>${mine.clashes}</h2>
    <ul>
      ${clashes.map(([one, other]) => html`<li>${timed(one, view)} · ${timed(other, view, one)}</li>`)}
    </ul>
  </section>`;
}

/** A talk with its times; the days are left out if they are said already. */
function timed({ talk }: TalkDetails, { dates, links }: View, before?: TalkDetails): Html {
  const onDay = (at: Timestamp, said: Timestamp | undefined): string => {
    const isSaid = said !== undefined && dates.isoDay(at) === dates.isoDay(said);
    return `${isSaid ? '' : `${dates.shortDay(at)}, `}${dates.time(at)}`;
  };
  const end = talk.end === talk.start ? '' : `–${onDay(talk.end, talk.start)}`;
  const time = onDay(talk.start, before?.talk.start) + end;
  return html`<time datetime="${talk.start}">${time}</time>
    <a href="${links.talk(talk.slug)}">${words(talk.title, titleHtml(talk.title))}</a>`;
}

function followList(asked: readonly string[], view: View): Html {
  const { mine } = view.messages;
  const list = {
    subject: 'search',
    title: `${mine.title} – ${view.brand.name}`,
    address: (links: { readonly talkSearch: string }) => links.talkSearch,
    query: queryString(asPairs(asked)),
  } as const;
  const text = insert(mine.follow, { count: asked.length });
  return follow({ list, view, text, isBrief: asked.length > MANY });
}

function asPairs(asked: readonly string[]): readonly NamedValue[] {
  return [{ name: 'talk', value: asked.join(',') }];
}
