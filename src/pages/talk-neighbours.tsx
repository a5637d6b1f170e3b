import type { Messages } from './messages/en.js';
import type { Around } from './talk-content.js';
import { TalksHere } from './talk-list.js';

interface AroundProps {
  readonly around: readonly Around[];
  readonly messages: Messages;
}

/** The talks right before and after one in its series. */
export function BesideInSeries({ around, messages: { talk } }: AroundProps) {
  const sides = (['before', 'after'] as const).filter((side) => around.includes(side));
  if (sides.length === 0) return null;
  return (
    <section class="beside">
      <h2>{talk.besides}</h2>
      {sides.map((side) => (
        <div key={side} class={side}>
          <h3>{talk[side]}</h3>
          <TalksHere />
        </div>
      ))}
    </section>
  );
}

/** Talks on the same things or by the same people. */
export function RelatedTalks({ around, messages }: AroundProps) {
  if (!around.includes('related')) return null;
  return (
    <section class="related">
      <h2>{messages.talk.related}</h2>
      <TalksHere />
    </section>
  );
}
