import { canDrawCards } from '#server/cards/installed.ts';

/** For tests about cards: false, or why they are skipped. */
export const NO_CARDS = canDrawCards() ? false : 'cards cannot be drawn: optional packages are not installed';
