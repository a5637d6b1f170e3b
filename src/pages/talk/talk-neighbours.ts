import { TALK_LISTING } from '../fragments.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import type { Messages } from '../messages.ts';
import type { Around } from './talk-content.ts';

/** The lists of talks around a talk. */
export function talksAround(around: readonly Around[], messages: Messages): Html {
  return html`${besideInSeries(around, messages)}${relatedTalks(around, messages)}`;
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
