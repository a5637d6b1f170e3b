import type { TalkDetails } from '#catalogue/talk-details.js';
import { talkDocument } from '#representations/json-ld-pages.js';
import { absoluteLinks } from '#representations/links.js';
import { htmlDocument } from './layout.js';
import { Prose } from './prose.js';
import { Share } from './share.js';
import { sharedTalk } from './shared-page.js';
import { StatusNotice } from './status.js';
import { alternatesOf, OtherForms } from './subscribe.js';
import { TalkBill } from './talk-bill.js';
import type { TalkContent } from './talk-content.js';
import { TalkFacts } from './talk-facts.js';
import { BesideInSeries, RelatedTalks } from './talk-neighbours.js';
import { TalkSpeakers } from './talk-speakers.js';
import { THEIRS, Words } from './text.js';
import type { View } from './view.js';

/** The page that a talk's `talks_page` leads to. */
export function talkPage(content: TalkContent, view: View): string {
  const { details } = content;
  const { talk } = details;
  const { messages, publication } = view;
  const alternates = alternatesOf(publication, { subject: 'talk', address: (links) => links.talk(talk.slug) });
  const { description, openGraph } = sharedTalk(details, view);
  return htmlDocument(view, {
    title: talk.title,
    description,
    openGraph,
    jsonLd: talkDocument(publication, details),
    kind: 'talk',
    canonical: (links) => links.talk(talk.slug),
    alternates,
    children: (
      <article>
        <TalkHead details={details} view={view} />
        <TalkBill details={details} venuesAbove={content.venuesAbove} view={view} />
        <div class="columns">
          {talk.description.trim() !== '' && (
            <section class="abstract">
              <h2>{messages.talk.about}</h2>
              <Prose text={talk.description} />
            </section>
          )}
          <div class="aside">
            <TalkFacts content={content} view={view} />
            <Share title={talk.title} address={absoluteLinks(publication).talkPage(talk.slug)} messages={messages} />
          </div>
        </div>
        <BesideInSeries around={content.around} messages={messages} />
        <RelatedTalks around={content.around} messages={messages} />
        <OtherForms alternates={alternates} messages={messages} />
        <p class="printed-address">
          <bdi>{absoluteLinks(publication).talkPage(talk.slug)}</bdi>
        </p>
      </article>
    ),
  });
}

/** What and who, and first of all whether it takes place. */
function TalkHead({ details, view }: { readonly details: TalkDetails; readonly view: View }) {
  const { talk, series, history } = details;
  const { messages, links, dates, now } = view;
  const isOver = talk.status !== 'cancelled' && Date.parse(talk.end) < now.getTime();
  return (
    <div class="page-header">
      {series !== null && (
        <p class="kicker">
          <a href={links.series(series.slug)} {...THEIRS}>
            {series.title}
          </a>
        </p>
      )}
      <StatusNotice status={talk.status} messages={messages} />
      <h1 {...THEIRS} class={talk.status === 'cancelled' ? 'cancelled-title' : undefined}>
        {talk.title}
      </h1>
      <TalkSpeakers details={details} view={view} />
      {talk.specialMessage !== '' && (
        <div class="notice">
          <strong>{messages.talk.notice}</strong> <Words text={talk.specialMessage} />
        </div>
      )}
      {history.previousStart !== null && talk.status !== 'cancelled' && (
        <p class="notice">
          {messages.talk.moved(`${dates.day(history.previousStart)}, ${dates.time(history.previousStart)}`)}
        </p>
      )}
      {isOver && <p class="over quiet">{messages.talk.over}</p>}
    </div>
  );
}
