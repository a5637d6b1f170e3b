import type { ComponentChildren } from 'preact';
import type { Person } from '#catalogue/person.js';
import type { TalkDetails } from '#catalogue/talk-details.js';
import { mapLink, pathLinks, type Links } from '#representations/links.js';
import type { Publication } from '#representations/representation.js';
import { EmailAddress, WebAddress } from './address.js';
import { htmlDocument } from './layout.js';
import { StatusNotice } from './status.js';
import { AddToCalendar, alternatesOf } from './subscribe.js';
import { Paragraphs, Words } from './text.js';
import { When } from './when.js';

interface TalkProps {
  readonly details: TalkDetails;
  readonly publication: Publication;
}

/** The page that a talk's `talks_page` leads to. */
export function talkPage(details: TalkDetails, publication: Publication): string {
  const { talk } = details;
  return htmlDocument(publication, {
    title: talk.title,
    alternates: alternatesOf(publication, { subject: 'talk', address: (links) => links.talk(talk.slug) }),
    children: (
      <article>
        <h1 dir="auto">{talk.title}</h1>
        <StatusNotice status={talk.status} />
        {talk.specialMessage !== '' && (
          <p class="notice" dir="auto">
            {talk.specialMessage}
          </p>
        )}
        <Facts details={details} publication={publication} />
        {talk.description !== '' && (
          <section>
            <h2>About this talk</h2>
            <Paragraphs text={talk.description} />
          </section>
        )}
        <AddToCalendar details={details} publication={publication} />
      </article>
    ),
  });
}

function Facts({ details, publication }: TalkProps) {
  const { talk, series, organisingDepartment: department, topics } = details;
  const links = pathLinks(publication);
  return (
    <dl class="facts">
      <Fact name="When">
        <When talk={talk} publication={publication} /> <span class="quiet">({publication.timeZone} time)</span>
      </Fact>
      <Where details={details} publication={publication} />
      <Speakers details={details} links={links} />
      {series !== null && (
        <Fact name="Series">
          <a href={links.seriesPage(series.slug)} dir="auto">
            {series.title}
          </a>
        </Fact>
      )}
      {department !== null && (
        <Fact name="Organised by">
          <Words text={department.name} />
        </Fact>
      )}
      <People name="Hosts" people={details.hosts} links={links} />
      <People name="Organisers" people={details.organisers} links={links} />
      <Text name="Audience" text={talk.audience} />
      <Booking details={details} />
      <Text name="Cost" text={talk.cost} />
      {talk.organiserEmail !== '' && (
        <Fact name="Contact">
          <EmailAddress address={talk.organiserEmail} />
        </Fact>
      )}
      {topics.length > 0 && (
        <Fact name="Topics">
          <Listed>{topics.map(({ uri, label }) => [uri, <Words key={uri} text={label} />])}</Listed>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Text({ name, text }: { readonly name: string; readonly text: string }) {
  if (text === '') return null;
  return (
    <Fact name={name}>
      <Words text={text} />
    </Fact>
  );
}

function Where({ details, publication }: TalkProps) {
  const { talk, venue } = details;
  const parts = [venue?.name, talk.locationDetails, venue?.address].filter((part) => part !== undefined && part !== '');
  return (
    <>
      {parts.length > 0 && (
        <Fact name="Where">
          <Words text={parts.join(', ')} />
          {venue !== null && (
            <>
              {' '}
              <a href={mapLink(publication, venue.id)}>Map</a>
            </>
          )}
        </Fact>
      )}
      {talk.onlineUrl !== '' && (
        <Fact name="Online">
          <WebAddress address={talk.onlineUrl} />
        </Fact>
      )}
    </>
  );
}

function Speakers({ details, links }: { readonly details: TalkDetails; readonly links: Links }) {
  if (details.speakers.length > 0)
    return (
      <People name={details.speakers.length === 1 ? 'Speaker' : 'Speakers'} people={details.speakers} links={links} />
    );
  return details.talk.variousSpeakers ? <Fact name="Speakers">Various speakers</Fact> : null;
}

interface PeopleProps {
  readonly name: string;
  readonly people: readonly Person[];
  readonly links: Links;
}

function People({ name, people, links }: PeopleProps) {
  if (people.length === 0) return null;
  return (
    <Fact name={name}>
      {people.map((person) => (
        <div key={person.slug}>
          <a href={links.personPage(person.slug)}>
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

/** One after the other with commas between. */
function Listed({ children }: { readonly children: readonly (readonly [key: string, ComponentChildren])[] }) {
  return (
    <>
      {children.map(([key, child], at) => (
        <span key={key}>
          {at > 0 ? ', ' : ''}
          {child}
        </span>
      ))}
    </>
  );
}

function Booking({ details }: { readonly details: TalkDetails }) {
  const { bookingRequired, bookingUrl, bookingEmail } = details.talk;
  if (bookingRequired === '' && bookingUrl === '' && bookingEmail === '') return null;
  return (
    <Fact name="Booking">
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
