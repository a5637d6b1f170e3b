import type { Messages } from '../messages/en.ts';
import { fragments, Fragments, TALKS, type Fragment } from '../pieces.ts';
import type { Around } from './talk-content.ts';

const LISTING = fragments`<div class="listing">${new Fragments([TALKS])}</div>`;
const NONE = new Fragments([]);

/** What stands around a talk, with places for the talks. */
export function talksAround(around: readonly Around[], messages: Messages): readonly Fragment[] {
  return [...besideInSeries(around, messages).parts, ...relatedTalks(around, messages).parts];
}

/** The talks right before and after one in its series. */
function besideInSeries(around: readonly Around[], { talk }: Messages): Fragments {
  const sides = (['before', 'after'] as const).filter((side) => around.includes(side));
  if (sides.length === 0) return NONE;
  const shown = sides.map((side) => fragments`<div class="${side}"><h3>${talk[side]}</h3>${LISTING}</div>`);
  return fragments`<section class="beside"><h2>${talk.besides}</h2>${shown}</section>`;
}

/** Talks on the same things or by the same people. */
function relatedTalks(around: readonly Around[], { talk }: Messages): Fragments {
  if (!around.includes('related')) return NONE;
  return fragments`<section class="related"><h2>${talk.related}</h2>${LISTING}</section>`;
}
