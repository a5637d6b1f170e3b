import { CalendarZones } from '../icalendar/icalendar-zones.ts';
import type { Zone } from '../wall-clock.ts';
import { zoneOfCity } from '../icalendar/windows-zones.ts';
import abbreviations from './zone-abbreviations.json' with { type: 'json' };

/** Abbreviations that people write after a time of day, and the offset or zone of each. */
const ABBREVIATIONS = new Map(Object.entries(abbreviations));

/** Abbreviations that stand for several zones. */
const AMBIGUOUS = /^(?:cst|ist|ast|sst)$/i;

/** @param word lower-case */
export function isZoneWord(word: string): boolean {
  return ABBREVIATIONS.has(word) || AMBIGUOUS.test(word) || word.includes('/');
}

/** In hours; no local time has ever been more than 16 ahead of UTC or behind it. */
const MAX_AHEAD = 18;

/** Finds zones by abbreviation, offset, IANA or Windows name, or city. */
export class WrittenZones {
  readonly #zones = new CalendarZones();

  /** Undefined when the name is unknown or ambiguous. */
  zone(name: string): Zone | undefined {
    const plain = name.trim();
    const hours = /^(?:utc|gmt)? ?[+-](\d{1,2})/i.exec(plain)?.[1];
    if (plain.length > 100 || AMBIGUOUS.test(plain) || Number(hours ?? 0) > MAX_AHEAD) return undefined;
    const known = ABBREVIATIONS.get(plain.toLowerCase());
    return this.#zones.zone(known ?? plain) ?? zoneOfCity(plain);
  }
}
