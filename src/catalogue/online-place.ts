import words from './online-words.json' with { type: 'json' };
import { unaccented } from './folding.ts';

/**
 * Whether a text in place of a place only says that there is none: “Online”, “Online via Zoom”, an address on the web.
 * “Room 1 and online” is a place.
 */
export function isOnlineOnly(place: string): boolean {
  if (place.length > MAX_LENGTH) return false;
  const text = unaccented(place.replace(ADDRESS, ' online '))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return ONLINE.test(text.replace(MEETING_ID, ''));
}

/** In characters. */
const MAX_LENGTH = 1000;
const ADDRESS = /https?:\/\/\S+/giu;
const MEETING_ID = / (?:meeting )?id(?: \d+)+/gu;
const WORD = words.online.join('|');
const BESIDE = words.beside.join('|');
const ONLINE = new RegExp(`^(?:(?:${BESIDE}) )*(?:${WORD})(?: (?:${WORD}|${BESIDE}))*$`, 'u');
