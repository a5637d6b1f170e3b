import { canDrawCards } from '#server/cards/cards.ts';

/** Why tests of cards are skipped; false if they run. */
export const NO_CARDS = canDrawCards() ? false : 'cards cannot be drawn: optional packages are not installed';
