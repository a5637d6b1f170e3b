import type { Person } from '#catalogue/person.ts';
import type { Place } from '#catalogue/place.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { venueLocation, type VenueLocation } from '#catalogue/venue-location.ts';
import { webAddress } from '#representations/feeds/feed-text.ts';
import { talkDocument } from '#representations/linked-data/json-ld.ts';
import { absoluteLinks } from '#representations/links/links.ts';
import { directionsAddress, mapAddress } from '#representations/links/talk-location.ts';
import type { Named } from '#search/names/directory.ts';
import { oembedOf } from './embed/oembed.ts';
import { TALK_LISTING } from './fragments.ts';
import { emailAddress, fact, listed, safeHref, textFact } from './frame/parts.ts';
import { html, type Html, NOTHING } from './frame/html.ts';
import { LANGUAGES } from './frame/language.ts';
import { htmlDocument } from './frame/layout.ts';
import { banner, face } from './frame/pictures.ts';
import { sharedTalk, talkPicture } from './frame/shared-page.ts';
import type { View } from './frame/view.ts';
import { theirs, words } from './frame/words.ts';
import { joinAddress, previousText, whenOf } from './lists/when-and-where.ts';
import { alternatesOf, calendarWays, talkAsData } from './lists/subscribe.ts';
import { insert, type Messages } from './messages.ts';
import { prose } from './prose/prose.ts';
import { titleHtml, titleText } from './prose/title.ts';

/** A talk, with related information. */
export interface TalkContent {
  readonly details: TalkDetails;
  /** The organisations that its department belongs to, outermost first. */
  readonly departmentsAbove: readonly Named[];
  /** The lists of talks shown around it. */
  readonly around: readonly Around[];
}

/**
 * The lists of talks around a talk, in this order: directly before and after it in its series, related talks to come,
 * and related talks that have begun.
 */
export type Around = 'before' | 'after' | 'related' | 'relatedPast';

/** The page that a talk's `talks_page` leads to. */
export function talkPage(content: TalkContent, view: View): string {
  const { details } = content;
  const { talk } = details;
  const { messages, publication } = view;
  const alternates = alternatesOf(publication, { subject: 'talk', address: (links) => links.talk(talk.slug) });
  const { description, openGraph } = sharedTalk(details, view);
  const address = absoluteLinks(publication).talkPage(talk.slug);
  const aside = html`<div class="aside">
    ${talkFacts(content, view)}${share(titleText(talk.title), address, messages)}${code(talk.slug, address, view)}
  </div>`;
  const above = html`${banner(talk.image, view)}${head(details, view)}${talkEssentials(details, view)}
    <div class="columns">${abstract(talk.description, view)}${aside}</div>`;
  const below = html`${talkAsData(alternates, messages)}
    <p class="printed-address"><bdi>${address}</bdi></p>`;
  return htmlDocument(view, {
    title: talk.title,
    description,
    openGraph,
    jsonLd: talkDocument(publication, details, talkPicture(view, talk.slug, LANGUAGES[0])?.address),
    kind: 'talk',
    canonical: (links) => links.talk(talk.slug),
    alternates: [...alternates, oembedOf(view, talk.title, (links) => links.talk(talk.slug))],
    content: html`<article>
        ${above}${besideInSeries(content.around, messages)}${relatedTalks(content.around, messages)}${below}
      </article>
      ${talkBar(details, address, view)}`,
  });
}

/** The title and speakers, preceded by the status. */
function head(details: TalkDetails, view: View): Html {
  const { talk, series } = details;
  const { messages, links } = view;
  const isCancelled = talk.status === 'cancelled';
  const all = [
    series === null
      ? NOTHING
      : html`<p class="kicker">
          <a href="${links.series(series.slug)}" ${theirs(series.title)}>${titleHtml(series.title)}</a>
        </p>`,
    talk.status === 'published' ? NOTHING : html`<p class="notice ${talk.status}">${messages.talk[talk.status]}</p>`,
    isCancelled
      ? html`<h1 ${theirs(talk.title)} class="cancelled-title">${titleHtml(talk.title)}</h1>`
      : html`<h1 ${theirs(talk.title)}>${titleHtml(talk.title)}</h1>`,
    talkSpeakers(details, view),
    notices(details, view),
    !isCancelled && isOver(details, view) ? html`<p class="over quiet">${messages.talk.over}</p>` : NOTHING,
  ];
  return html`<div class="page-header">${all}</div>`;
}

function notices(details: TalkDetails, { dates, messages }: View): Html {
  const { talk } = details;
  const special = html`<div class="notice">
    <strong>${messages.talk.notice}</strong> <bdi lang>${talk.specialMessage}</bdi>
  </div>`;
  const before = talk.status === 'cancelled' ? '' : previousText(details, dates);
  const moved = before === '' ? NOTHING : html`<p class="notice">${insert(messages.talk.moved, { when: before })}</p>`;
  return html`${talk.specialMessage === '' ? NOTHING : special}${moved}`;
}

/** The speakers, with their biographies, below the title. */
function talkSpeakers({ speakers, talk }: TalkDetails, view: View): Html {
  const { who } = view.messages.talk;
  if (speakers.length === 0 && !talk.variousSpeakers) return NOTHING;
  const head = speakers.length === 1 ? who.one : who.many;
  const first = speakers.length > MAX_SHOWN ? speakers.slice(0, FIRST_SHOWN) : speakers;
  const rest = speakers.slice(first.length);
  const shown = speakers.length === 0 ? [html`<dd>${who.various}</dd>`] : first.map((one) => speaker(one, view));
  const folded = html`<details class="more-speakers">
    <summary>${who.more(rest.length)}</summary>
    ${list(
      head,
      rest.map((one) => speaker(one, view)),
    )}
  </details>`;
  return html`${list(head, shown)}${rest.length === 0 ? NOTHING : folded}`;
}

/** Speakers shown if there are more than MAX_SHOWN; the others are folded. */
const FIRST_SHOWN = 8;
const MAX_SHOWN = 10;

function list(head: string, all: readonly Html[]): Html {
  return html`<dl class="speakers">
    <div>
      <dt class="unseen">${head}</dt>
      ${all}
    </div>
  </dl>`;
}

function speaker({ slug, name, bio, image }: Person, view: View): Html {
  const about = bio === '' ? NOTHING : html`<span class="bio" ${theirs(bio)}>${bio}</span>`;
  return html`<dd>${face(image, 'small', view)}<a href="${view.links.person(slug)}">${words(name)}</a>${about}</dd>`;
}

/** When, where and for whom a talk is; unless it is cancelled or over, also how to join, book and save it. */
function talkEssentials(details: TalkDetails, view: View): Html {
  const { talk } = details;
  const { messages } = view;
  const isToCome = isStillToCome(details, view);
  const all = [
    when(details, view),
    where(details, view),
    isToCome ? online(details, view) : NOTHING,
    materials(details, isToCome, view),
    textFact(messages.talk.audience, talk.audience),
    textFact(messages.talk.cost, talk.cost),
    isToCome ? booking(details, view) : NOTHING,
    isToCome ? fact(messages.talk.add, calendarWays(details, view)) : NOTHING,
  ];
  return html`<dl class="bill">${all}</dl>`;
}

function isStillToCome(details: TalkDetails, view: View): boolean {
  return details.talk.status !== 'cancelled' && !isOver(details, view);
}

/** Whether a talk has ended. */
function isOver({ talk: { end } }: TalkDetails, { now }: View): boolean {
  return Date.parse(end) < now.getTime();
}

/** The time in the service's time zone; a script adds the reader's own time if it differs. Days are the same everywhere. */
function when({ talk }: TalkDetails, { dates, messages, publication, language }: View): Html {
  const { start, end } = talk;
  const { day, time, until: ends, isOneDay } = whenOf(talk, dates);
  const onDay = html`<span class="day"><time datetime="${dates.isoDay(start)}">${day}</time></span>`;
  const week = dates.termWeek(dates.isoDay(start));
  const inTerm = week === '' ? NOTHING : html`<span class="term-week"><bdi>${week}</bdi></span>`;
  if (talk.allDay) return fact(messages.talk.when, [onDay, inTerm]);
  const until = isOneDay ? ends : `${dates.day(end)}, ${dates.time(end)}`;
  const rest = ends === '' ? NOTHING : html`${isOneDay ? '–' : ' – '}<time datetime="${end}">${until}</time>`;
  const ownTime = html`<span
    class="own-time quiet"
    data-own-time
    data-start="${start}"
    data-end="${end}"
    data-zone="${publication.timeZone}"
    data-language="${language}"
    data-label="${messages.talk.ownTime}"
  ></span>`;
  return fact(messages.talk.when, [
    onDay,
    inTerm,
    html`<span class="hours"><time datetime="${start}">${time}</time>${rest}</span>`,
    html`<span class="zone quiet">${dates.zoneName(start)}</span>`,
    ownTime,
  ]);
}

function where({ talk, venue, venuesAbove: above }: TalkDetails, view: View): Html {
  const { messages, links } = view;
  if (venue === null && talk.locationDetails === '') return NOTHING;
  const all: Html[] = [];
  if (venue !== null)
    all.push(html`<span class="place"><a href="${links.venue(venue.id)}">${words(venue.name)}</a></span>`);
  if (talk.locationDetails !== '') all.push(html`<span class="place-details">${words(talk.locationDetails)}</span>`);
  if (venue !== null) {
    const location = venueLocation(venue, above);
    const lines = [...above.map(({ name }) => name), ...location.address.split(ADDRESS_LINES)];
    const address = withoutRepeats(lines, venue.name);
    if (address.length > 0) all.push(html`<span class="quiet">${listed(address.map((line) => words(line)))}</span>`);
    all.push(wayTo(venue, location, view));
  }
  return fact(messages.talk.where, all);
}

const ADDRESS_LINES = /[,\n]/;

/** The lines of an address, each once and without the name of the venue: addresses often repeat names of buildings. */
function withoutRepeats(lines: readonly string[], venue: string): readonly string[] {
  const said = new Set(['', comparable(venue)]);
  return lines
    .map((line) => line.trim())
    .filter((line) => {
      const isNew = !said.has(comparable(line));
      said.add(comparable(line));
      return isNew;
    });
}

function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

function wayTo(venue: Place, location: VenueLocation, { messages: { talk }, publication }: View): Html {
  const link = (href: string, label: string, name: string): Html =>
    html`<a href="${href}" aria-label="${insert(name, { place: venue.name })}">${label}</a>`;
  const map = mapAddress(publication, venue, location);
  const way = directionsAddress(location);
  if (map === null && way === null) return NOTHING;
  return html`<span class="map"
    >${map === null ? NOTHING : link(map, talk.map, talk.mapOf)}
    ${way === null ? NOTHING : link(way, talk.directions, talk.directionsTo)}</span
  >`;
}

function online(details: TalkDetails, { messages }: View): Html {
  const { onlineUrl } = details.talk;
  const address = joinAddress(details);
  if (address === null) return textFact(messages.talk.online, onlineUrl);
  const { host } = new URL(address);
  const link = html`<a class="button primary" href="${address}">${messages.talk.join}</a>`;
  return fact(messages.talk.online, html`<span>${link}</span><span class="quiet join-host"><bdi>${host}</bdi></span>`);
}

/** Links to the talk's materials. A live stream is left out once the talk is over. */
function materials({ talk }: TalkDetails, isToCome: boolean, { messages }: View): Html {
  const shown = talk.materials.filter(({ type }) => isToCome || type !== 'live_stream');
  if (shown.length === 0) return NOTHING;
  const each = shown.map(({ type, url, title }) => {
    const isWatched = type === 'recording' || type === 'live_stream';
    const label = messages.talk.material[type];
    const link = html`<a class="${isWatched ? 'button primary' : 'button'}" href="${url}">${label}</a>`;
    return html`<span class="material">${link}${title === '' ? NOTHING : words(title)}</span>`;
  });
  return fact(messages.talk.materials, each);
}

function booking({ talk: { bookingRequired, bookingUrl, bookingEmail } }: TalkDetails, { messages }: View): Html {
  const all: Html[] = [];
  if (bookingRequired !== '') all.push(words(bookingRequired));
  const href = webAddress(bookingUrl);
  if (href !== null) all.push(html`<a class="button primary" href="${href}">${messages.talk.book}</a>`);
  else if (bookingUrl !== '') all.push(safeHref(bookingUrl));
  if (bookingEmail !== '') all.push(emailAddress(bookingEmail));
  if (all.length === 0) return NOTHING;
  return fact(
    messages.talk.booking,
    all.map((one) => html`<span>${one}</span>`),
  );
}

function abstract(description: string, { messages }: View): Html {
  if (description.trim() === '') return NOTHING;
  const brief = description.length < BRIEF ? html` brief` : NOTHING;
  return html`<section class="abstract${brief}">
    <h2>${messages.talk.about}</h2>
    ${prose(description)}
  </section>`;
}

/** Descriptions up to this many characters are printed large and in one column. */
const BRIEF = 700;

/** Further facts about a talk, which most visitors do not need. */
function talkFacts(content: TalkContent, view: View): Html {
  const { talk, hosts, organisers } = content.details;
  const { messages } = view;
  const all = [
    access(content.details, view),
    inSeries(content, view),
    organisedBy(content, view),
    people(messages.talk.hosts(hosts.length), hosts, view),
    people(messages.talk.organisers(organisers.length), organisers, view),
    talk.organiserEmail === '' ? NOTHING : fact(messages.talk.contact, emailAddress(talk.organiserEmail)),
    onTopics(content, view),
  ].filter((one) => one !== NOTHING);
  return all.length === 0 ? NOTHING : html`<dl class="facts">${all}</dl>`;
}

function access({ venue, venuesAbove }: TalkDetails, { messages: { talk } }: View): Html {
  if (venue === null) return NOTHING;
  const { accessibility } = venueLocation(venue, venuesAbove);
  const known = html`<span class="lines" ${theirs(accessibility)}>${accessibility}</span>`;
  return fact(talk.access, accessibility === '' ? html`<span class="quiet">${talk.accessUnknown}</span>` : known);
}

function inSeries({ details: { series } }: TalkContent, { links, messages: { talk } }: View): Html {
  if (series === null) return NOTHING;
  return fact(
    talk.series,
    html`<a href="${links.series(series.slug)}" ${theirs(series.title)}>${titleHtml(series.title)}</a>`,
  );
}

function organisedBy({ details, departmentsAbove }: TalkContent, { links, messages: { talk } }: View): Html {
  const { organisingDepartment: department } = details;
  if (department === null) return NOTHING;
  const link = html`<a href="${links.department(department.id)}">${words(department.name)}</a>`;
  if (departmentsAbove.length === 0) return fact(talk.organisedBy, link);
  const above = departmentsAbove.toReversed().map(({ name }) => html`<span>, ${words(name)}</span>`);
  return fact(talk.organisedBy, html`${link}<span class="quiet">${above}</span>`);
}

function people(name: string, all: readonly Person[], { links }: View): Html {
  if (all.length === 0) return NOTHING;
  const each = all.map((person) => {
    const about = person.bio === '' ? NOTHING : html`<span class="quiet">, ${words(person.bio)}</span>`;
    return html`<div><a href="${links.person(person.slug)}">${words(person.name)}</a>${about}</div>`;
  });
  return fact(name, each);
}

function onTopics({ details: { topics } }: TalkContent, { links, messages: { talk } }: View): Html {
  if (topics.length === 0) return NOTHING;
  const each = topics.map(({ uri, label }) => html`<a href="${links.topic(uri)}">${words(label)}</a>`);
  return fact(talk.topics, listed(each));
}

/**
 * Ways to share a page's address: as text and by e-mail, and through the browser's share dialog if a script finds one.
 * @param address absolute
 */
function share(title: string, address: string, { talk }: Messages): Html {
  const mail = `mailto:?subject=${coded(title)}&body=${coded(`${title}\n${address}`)}`;
  const row = html`<label for="share-address">${talk.shareText}</label>
    <input id="share-address" type="url" readonly value="${address}" dir="ltr" autocomplete="off" />
    <a class="button" href="${mail}">${talk.shareMail}</a>
    <button type="button" data-do="copy" hidden>${talk.copy}</button>
    <button type="button" data-do="share" hidden>${talk.shareOwn}</button>`;
  return html`<section
    class="share"
    data-share
    data-title="${title}"
    data-url="${address}"
    data-copied="${talk.copied}"
  >
    <h2>${talk.share}</h2>
    <div class="share-row">${row}</div>
    <p class="quiet" role="status" data-said></p>
  </section>`;
}

/** For a `mailto:` address, where a line ends in CR LF (RFC 6068, 5). */
function coded(text: string): string {
  return encodeURIComponent(text.toWellFormed().replaceAll('\n', '\r\n'));
}

/** The page's address as a QR code. It is loaded when it is opened, or printed. */
function code(slug: Slug, address: string, { brand, links, messages }: View): Html {
  if (!brand.drawsCards) return NOTHING;
  const alternative = insert(messages.talk.codeOf, { address });
  return html`<details class="qr">
    <summary>${messages.talk.code}</summary>
    <img src="${links.code(slug)}" alt="${alternative}" width="200" height="200" loading="lazy" />
  </details>`;
}

/** The talks directly before and after a talk in its series. */
function besideInSeries(around: readonly Around[], { talk }: Messages): Html {
  const sides = (['before', 'after'] as const).filter((side) => around.includes(side));
  if (sides.length === 0) return NOTHING;
  const lists = sides.map(
    (side) =>
      html`<div class="${side}">
        <h3>${talk[side]}</h3>
        ${TALK_LISTING}
      </div>`,
  );
  return html`<section class="beside">
    <h2>${talk.besides}</h2>
    ${lists}
  </section>`;
}

/** Talks on the same topics or by the same people, those to come first. */
function relatedTalks(around: readonly Around[], { browse, talk }: Messages): Html {
  const [toCome, past] = [around.includes('related'), around.includes('relatedPast')];
  if (!toCome && !past) return NOTHING;
  return html`<section class="related">
    <h2>${talk.related}</h2>
    ${toCome ? TALK_LISTING : NOTHING}${
      past
        ? html`<h3>${browse.group.past}</h3>
            ${TALK_LISTING}`
        : NOTHING
    }
  </section>`;
}

/** What to do about a talk that is still to come, in a bar that stays at the foot of a phone. A script adds the star. */
function talkBar(details: TalkDetails, address: string, view: View): Html {
  if (!isStillToCome(details, view)) return NOTHING;
  const { talk } = details;
  const { messages } = view;
  const [booking, joining] = [webAddress(talk.bookingUrl), joinAddress(details)];
  const main = (href: string, label: string): Html => html`<a class="button primary" href="${href}">${label}</a>`;
  return html`<div class="talk-bar" data-share data-title="${titleText(talk.title)}" data-url="${address}">
    ${
      booking !== null
        ? main(booking, messages.talk.book)
        : joining !== null
          ? main(joining, messages.talk.join)
          : NOTHING
    }
    <details class="follow">
      <summary class="button">${messages.talk.addShort}</summary>
      <div class="follow-menu">${calendarWays(details, view)}</div>
    </details>
    <span data-star-here></span>
    <button type="button" data-do="share" aria-label="${messages.talk.share}" hidden>${SHARE_ICON}</button>
  </div>`;
}

const SHARE_ICON = html`<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
  <path d="M12 15V4M7.5 8 12 3.5 16.5 8M5 12v8h14v-8" />
</svg>`;
