import type { Person } from '#catalogue/person.js';
import type { TalkDetails } from '#catalogue/talk-details.js';
import { mapLink } from '#representations/links.js';
import { EmailAddress, WebAddress } from './address.js';
import { Fact, Facts, Listed, TextFact } from './facts.js';
import { htmlDocument } from './layout.js';
import { Prose } from './prose.js';
import { StatusNotice } from './status.js';
import { AddToCalendar, alternatesOf } from './subscribe.js';
import { Words } from './text.js';
import type { View } from './view.js';
import { When } from './when.js';

interface TalkProps {
  readonly details: TalkDetails;
  readonly view: View;
}

/** The page that a talk's `talks_page` leads to. */
export function talkPage(details: TalkDetails, view: View): string {
  const { talk } = details;
  const { messages, publication } = view;
  return htmlDocument(view, {
    title: talk.title,
    kind: 'talk',
    canonical: (links) => links.talk(talk.slug),
    alternates: alternatesOf(publication, { subject: 'talk', address: (links) => links.talk(talk.slug) }),
    children: (
      <article>
        <h1 dir="auto">{talk.title}</h1>
        <StatusNotice status={talk.status} messages={messages} />
        {talk.specialMessage !== '' && (
          <p class="notice" dir="auto">
            {talk.specialMessage}
          </p>
        )}
        <TalkFacts details={details} view={view} />
        {talk.description !== '' && (
          <section>
            <h2>{messages.talk.about}</h2>
            <Prose text={talk.description} />
          </section>
        )}
        <AddToCalendar details={details} view={view} />
      </article>
    ),
  });
}

function TalkFacts({ details, view }: TalkProps) {
  const { talk, series, organisingDepartment: department, topics } = details;
  const { links, dates, messages } = view;
  return (
    <Facts>
      <Fact name={messages.talk.when}>
        <When talk={talk} view={view} /> <span class="quiet">({dates.zoneName(talk.start)})</span>
      </Fact>
      <Where details={details} view={view} />
      <Speakers details={details} view={view} />
      {series !== null && (
        <Fact name={messages.talk.series}>
          <a href={links.series(series.slug)} dir="auto">
            {series.title}
          </a>
        </Fact>
      )}
      {department !== null && (
        <Fact name={messages.talk.organisedBy}>
          <a href={links.department(department.id)}>
            <Words text={department.name} />
          </a>
        </Fact>
      )}
      <People name={messages.talk.hosts(details.hosts.length)} people={details.hosts} view={view} />
      <People name={messages.talk.organisers(details.organisers.length)} people={details.organisers} view={view} />
      <TextFact name={messages.talk.audience} text={talk.audience} />
      <Booking details={details} view={view} />
      <TextFact name={messages.talk.cost} text={talk.cost} />
      {talk.organiserEmail !== '' && (
        <Fact name={messages.talk.contact}>
          <EmailAddress address={talk.organiserEmail} />
        </Fact>
      )}
      {topics.length > 0 && (
        <Fact name={messages.talk.topics}>
          <Listed>
            {topics.map(({ uri, label }) => [
              uri,
              <a key={uri} href={links.topic(uri)}>
                <Words text={label} />
              </a>,
            ])}
          </Listed>
        </Fact>
      )}
    </Facts>
  );
}

function Where({ details, view }: TalkProps) {
  const { talk, venue } = details;
  const { messages, publication } = view;
  const parts = [venue?.name, talk.locationDetails, venue?.address].filter((part) => part !== undefined && part !== '');
  return (
    <>
      {parts.length > 0 && (
        <Fact name={messages.talk.where}>
          <Words text={parts.join(', ')} />
          {venue !== null && (
            <>
              {' '}
              <a href={mapLink(publication, venue.id)}>{messages.talk.map}</a>
            </>
          )}
        </Fact>
      )}
      {talk.onlineUrl !== '' && (
        <Fact name={messages.talk.online}>
          <WebAddress address={talk.onlineUrl} />
        </Fact>
      )}
    </>
  );
}

function Speakers({ details, view }: TalkProps) {
  const { who } = view.messages.talk;
  if (details.speakers.length > 0)
    return <People name={details.speakers.length === 1 ? who.one : who.many} people={details.speakers} view={view} />;
  return details.talk.variousSpeakers ? <Fact name={who.many}>{who.various}</Fact> : null;
}

interface PeopleProps {
  readonly name: string;
  readonly people: readonly Person[];
  readonly view: View;
}

function People({ name, people, view }: PeopleProps) {
  if (people.length === 0) return null;
  return (
    <Fact name={name}>
      {people.map((person) => (
        <div key={person.slug}>
          <a href={view.links.person(person.slug)}>
            <Words text={person.name} />
          </a>
          {person.bio !== '' && (
            <>
              {', '}
              <span class="quiet">
                <Words text={person.bio} />
              </span>
            </>
          )}
        </div>
      ))}
    </Fact>
  );
}

function Booking({ details, view }: TalkProps) {
  const { bookingRequired, bookingUrl, bookingEmail } = details.talk;
  if (bookingRequired === '' && bookingUrl === '' && bookingEmail === '') return null;
  return (
    <Fact name={view.messages.talk.booking}>
      {bookingRequired !== '' && (
        <div>
          <Words text={bookingRequired} />
        </div>
      )}
      {bookingUrl !== '' && (
        <div>
          <WebAddress address={bookingUrl} />
        </div>
      )}
      {bookingEmail !== '' && (
        <div>
          <EmailAddress address={bookingEmail} />
        </div>
      )}
    </Fact>
  );
}
