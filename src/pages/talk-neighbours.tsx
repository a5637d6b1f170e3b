import type { TalkDetails } from '#catalogue/talk-details.js';
import { TalkList } from './talk-list.js';
import { Words } from './text.js';
import type { View } from './view.js';

interface BesideProps {
  readonly before: TalkDetails | undefined;
  readonly after: TalkDetails | undefined;
  readonly view: View;
}

/** The talks right before and after one in its series. */
export function BesideInSeries({ before, after, view }: BesideProps) {
  if (before === undefined && after === undefined) return null;
  const { talk } = view.messages;
  return (
    <nav class="beside" aria-label={talk.besides}>
      <ul>
        {before !== undefined && <Neighbour details={before} label={talk.before} rel="prev" view={view} />}
        {after !== undefined && <Neighbour details={after} label={talk.after} rel="next" view={view} />}
      </ul>
    </nav>
  );
}

interface NeighbourProps {
  readonly details: TalkDetails;
  readonly label: string;
  readonly rel: 'prev' | 'next';
  readonly view: View;
}

function Neighbour({ details: { talk }, label, rel, view }: NeighbourProps) {
  return (
    <li class={rel}>
      <a rel={rel} href={view.links.talk(talk.slug)}>
        <span class="kind">{label}</span>
        <Words text={talk.title} />
      </a>
      <span class="quiet">
        <time datetime={talk.start}>{view.dates.day(talk.start)}</time>
        {talk.status !== 'published' && (
          <>
            {' · '}
            <strong class="flag">{view.messages.list[talk.status]}</strong>
          </>
        )}
      </span>
    </li>
  );
}

/** Talks on the same things or by the same people. */
export function RelatedTalks({ talks, view }: { readonly talks: readonly TalkDetails[]; readonly view: View }) {
  if (talks.length === 0) return null;
  return (
    <section class="related">
      <h2>{view.messages.talk.related}</h2>
      <TalkList talks={talks} view={view} />
    </section>
  );
}
