import type { TalkDetails } from '#catalogue/talk-details.js';
import { pathLinks } from '#representations/links.js';
import { locationSummary } from '#representations/location.js';
import type { Publication } from '#representations/representation.js';
import { StatusFlag } from './status.js';
import { Words } from './text.js';
import { When } from './when.js';

interface TalkListProps {
  readonly talks: readonly TalkDetails[];
  readonly publication: Publication;
}

/** Talks in the order given, each under a third-level heading; says so when there are none. */
export function TalkList({ talks, publication }: TalkListProps) {
  if (talks.length === 0) return <p>There are no talks.</p>;
  return (
    <ol class="talks">
      {talks.map((details) => (
        <li key={details.talk.slug}>
          <TalkEntry details={details} publication={publication} />
        </li>
      ))}
    </ol>
  );
}

function TalkEntry({ details, publication }: { readonly details: TalkDetails; readonly publication: Publication }) {
  const { talk, speakers } = details;
  const where = locationSummary(details) ?? talk.locationDetails;
  return (
    <>
      <h3 dir="auto">
        <a
          href={pathLinks(publication).talkPage(talk.slug)}
          class={talk.status === 'cancelled' ? 'cancelled-title' : undefined}
        >
          {talk.title}
        </a>
      </h3>
      <StatusFlag status={talk.status} />
      <p>
        <When talk={talk} publication={publication} />
      </p>
      {speakers.length > 0 && (
        <p>
          <Words text={speakers.map(({ name }) => name).join(', ')} />
        </p>
      )}
      {where !== '' && (
        <p class="quiet">
          <Words text={where} />
        </p>
      )}
    </>
  );
}
