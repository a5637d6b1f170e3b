import type { TalkDetails } from '#catalogue/talk-details.js';
import { mapLink } from '#representations/links.js';
import type { Named } from '#search/directory.js';
import { EmailAddress, WebAddress, webAddressOf } from './address.js';
import { Fact } from './facts.js';
import { AddToCalendar } from './subscribe.js';
import { Words } from './text.js';
import type { View } from './view.js';

interface BillProps {
  readonly details: TalkDetails;
  readonly view: View;
}

/** What one has to know to come: when, where, for whom, how to book. */
export function TalkBill({ details, venuesAbove, view }: BillProps & { readonly venuesAbove: readonly Named[] }) {
  return (
    <dl class="bill">
      <When details={details} view={view} />
      <Where details={details} venuesAbove={venuesAbove} view={view} />
      <Online details={details} view={view} />
      <ForWhom details={details} view={view} />
      <Booking details={details} view={view} />
      <AddToCalendar details={details} view={view} />
    </dl>
  );
}

/** By the clock of the service; the reader's own is filled in by a script where it shows another time. */
function When({ details: { talk }, view }: BillProps) {
  const { dates, messages, publication, language } = view;
  const { start, end } = talk;
  const sameDay = dates.isoDay(start) === dates.isoDay(end);
  return (
    <Fact name={messages.talk.when}>
      <span class="day">
        <time datetime={dates.isoDay(start)}>{dates.day(start)}</time>
      </span>
      <span class="hours">
        <time datetime={start}>{dates.time(start)}</time>
        {end !== start && (
          <>
            {sameDay ? '–' : ' – '}
            <time datetime={end}>{sameDay ? dates.time(end) : `${dates.day(end)}, ${dates.time(end)}`}</time>
          </>
        )}
      </span>
      <span class="zone quiet">{dates.zoneName(start)}</span>
      <span
        class="own-time quiet"
        data-own-time=""
        data-start={start}
        data-end={end}
        data-zone={publication.timeZone}
        data-language={language}
        data-label={messages.talk.ownTime}
      />
    </Fact>
  );
}

function Where({ details, venuesAbove, view }: BillProps & { readonly venuesAbove: readonly Named[] }) {
  const { talk, venue } = details;
  const { messages, publication, links } = view;
  if (venue === null && talk.locationDetails === '') return null;
  return (
    <Fact name={messages.talk.where}>
      {venue !== null && (
        <span class="place">
          <a href={links.venue(venue.id)}>
            <Words text={venue.name} />
          </a>
        </span>
      )}
      {talk.locationDetails !== '' && (
        <span class="place-details">
          <Words text={talk.locationDetails} />
        </span>
      )}
      {venuesAbove.length > 0 && (
        <span class="quiet">
          {venuesAbove.toReversed().map(({ key, name }, at) => (
            <span key={key}>
              {at > 0 ? ', ' : ''}
              <Words text={name} />
            </span>
          ))}
        </span>
      )}
      {venue !== null && venue.address !== '' && (
        <span class="quiet">
          <Words text={venue.address} />
        </span>
      )}
      {venue !== null && (
        <span class="map">
          <a href={mapLink(publication, venue.id)} aria-label={messages.talk.mapOf(venue.name)}>
            {messages.talk.map}
          </a>
        </span>
      )}
    </Fact>
  );
}

function Online({ details: { talk }, view }: BillProps) {
  if (talk.onlineUrl === '') return null;
  return (
    <Fact name={view.messages.talk.online}>
      <WebAddress address={talk.onlineUrl} />
    </Fact>
  );
}

function ForWhom({ details: { talk }, view }: BillProps) {
  const { messages } = view;
  if (talk.audience === '' && talk.cost === '') return null;
  return (
    <>
      {talk.audience !== '' && (
        <Fact name={messages.talk.audience}>
          <Words text={talk.audience} />
        </Fact>
      )}
      {talk.cost !== '' && (
        <Fact name={messages.talk.cost}>
          <Words text={talk.cost} />
        </Fact>
      )}
    </>
  );
}

function Booking({ details: { talk }, view }: BillProps) {
  const { bookingRequired, bookingUrl, bookingEmail } = talk;
  const { messages } = view;
  if (bookingRequired === '' && bookingUrl === '' && bookingEmail === '') return null;
  return (
    <Fact name={messages.talk.booking}>
      {bookingRequired !== '' && (
        <span>
          <Words text={bookingRequired} />
        </span>
      )}
      {bookingUrl !== '' && (
        <span>
          <BookingLink address={bookingUrl} label={messages.talk.book} />
        </span>
      )}
      {bookingEmail !== '' && (
        <span>
          <EmailAddress address={bookingEmail} />
        </span>
      )}
    </Fact>
  );
}

function BookingLink({ address, label }: { readonly address: string; readonly label: string }) {
  const href = webAddressOf(address);
  if (href === undefined) return <WebAddress address={address} />;
  return (
    <a class="button primary" href={href}>
      {label}
    </a>
  );
}
