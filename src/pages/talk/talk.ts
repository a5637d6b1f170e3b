import type { Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { talkDocument } from '#representations/linked-data/json-ld-pages.ts';
import { absoluteLinks } from '#representations/links/links.ts';
import { oembedOf } from '../embed/oembed.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { htmlDocument } from '../frame/layout.ts';
import { prose } from '../prose/prose.ts';
import { banner } from '../frame/pictures.ts';
import { share } from '../frame/share.ts';
import { LANGUAGES } from '../frame/language.ts';
import { sharedTalk, talkPicture } from '../frame/shared-page.ts';
import { alternatesOf, talkAsData } from '../lists/subscribe.ts';
import { previousText } from '../lists/when.ts';
import { isOver, talkBar, talkEssentials } from './talk-essentials.ts';
import type { TalkContent } from './talk-content.ts';
import { talkFacts } from './talk-facts.ts';
import { talksAround } from './talk-neighbours.ts';
import { talkSpeakers } from './talk-speakers.ts';
import { insert } from '../messages.ts';
import type { View } from '../frame/view.ts';
import { theirs } from '../frame/words.ts';
import { titleHtml, titleText } from '../prose/title.ts';

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
    content: html`<article>${above}${talksAround(content.around, messages)}${below}</article>
      ${talkBar(details, address, view)}`,
  });
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

/** Descriptions up to this many characters are printed large and in one column. */
const BRIEF = 700;

function abstract(description: string, { messages }: View): Html {
  if (description.trim() === '') return NOTHING;
  const brief = description.length < BRIEF ? html` brief` : NOTHING;
  return html`<section class="abstract${brief}">
    <h2>${messages.talk.about}</h2>
    ${prose(description)}
  </section>`;
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
