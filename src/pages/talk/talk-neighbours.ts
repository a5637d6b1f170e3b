import type { Messages } from '../messages/en.ts';
import { pieces, Pieces, TALKS, type Piece } from '../pieces.ts';
import type { Around } from './talk-content.ts';

const LISTING = pieces`<div class="listing">${new Pieces([TALKS])}</div>`;
const NONE = new Pieces([]);

/** What stands around a talk, with places for the talks. */
export function talksAround(around: readonly Around[], messages: Messages): readonly Piece[] {
  return [...besideInSeries(around, messages).parts, ...relatedTalks(around, messages).parts];
}

/** The talks right before and after one in its series. */
function besideInSeries(around: readonly Around[], { talk }: Messages): Pieces {
  const sides = (['before', 'after'] as const).filter((side) => around.includes(side));
  if (sides.length === 0) return NONE;
  const shown = sides.map((side) => pieces`<div class="${side}"><h3>${talk[side]}</h3>${LISTING}</div>`);
  return pieces`<section class="beside"><h2>${talk.besides}</h2>${shown}</section>`;
}

/** Talks on the same things or by the same people. */
function relatedTalks(around: readonly Around[], { talk }: Messages): Pieces {
  if (!around.includes('related')) return NONE;
  return pieces`<section class="related"><h2>${talk.related}</h2>${LISTING}</section>`;
}
