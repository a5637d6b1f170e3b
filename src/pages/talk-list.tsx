import type { TalkDetails } from '#catalogue/talk-details.js';
import { locationSummary } from '#representations/location.js';
import { StatusFlag } from './status.js';
import { THEIRS, Words } from './text.js';
import type { View } from './view.js';
import { When } from './when.js';

interface TalkListProps {
  readonly talks: readonly TalkDetails[];
  readonly view: View;
}

/** Talks in the order given, each under a third-level heading; says so when there are none. */
export function TalkList({ talks, view }: TalkListProps) {
  if (talks.length === 0) return <p>{view.messages.list.none}</p>;
  return (
    <ol class="talks">
      {talks.map((details) => (
        <li key={details.talk.slug}>
          <TalkItem details={details} view={view} />
        </li>
      ))}
    </ol>
  );
}

/** A talk in a list. */
export function TalkItem({ details, view }: { readonly details: TalkDetails; readonly view: View }) {
  const { talk, speakers } = details;
  const where = locationSummary(details) ?? talk.locationDetails;
  return (
    <>
      <h3 {...THEIRS}>
        <a href={view.links.talk(talk.slug)} class={talk.status === 'cancelled' ? 'cancelled-title' : undefined}>
          {talk.title}
        </a>
      </h3>
      <StatusFlag status={talk.status} messages={view.messages} />
      <p>
        <When talk={talk} view={view} />
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
