import { CalendarZones } from '../icalendar/icalendar-zones.ts';
import type { Zone } from '../wall-clock.ts';
import { zoneOfCity } from '../icalendar/windows-zones.ts';

/** What people write behind a time of the day: the offset that it stands for, or a zone. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    z: 'UTC',
    utc: 'UTC',
    gmt: 'UTC',
    wet: '+00:00',
    bst: '+01:00',
    west: '+01:00',
    cet: '+01:00',
    mez: '+01:00',
    cest: '+02:00',
    mesz: '+02:00',
    eet: '+02:00',
    eest: '+03:00',
    est: '-05:00',
    edt: '-04:00',
    cdt: '-05:00',
    mst: '-07:00',
    mdt: '-06:00',
    pst: '-08:00',
    pdt: '-07:00',
    jst: '+09:00',
    kst: '+09:00',
    sast: '+02:00',
    aest: '+10:00',
    aedt: '+11:00',
    nzst: '+12:00',
    nzdt: '+13:00',
    et: 'America/New_York',
    ct: 'America/Chicago',
    mt: 'America/Denver',
    pt: 'America/Los_Angeles',
  }),
);

/** Of several zones, so that nobody can say which is meant. */
const AMBIGUOUS = /^(?:cst|ist|ast|sst)$/i;

/** @param word lower-case */
export function isZoneWord(word: string): boolean {
  return ABBREVIATIONS.has(word) || AMBIGUOUS.test(word) || word.includes('/');
}

/** Hours that clocks are ahead of UTC or behind it; there were never more than 16. */
const MOST_AHEAD = 18;

/** Zones by what people call them: an abbreviation, an offset, an IANA or Windows name, a city that a zone is named after. */
export class WrittenZones {
  readonly #zones = new CalendarZones();

  /** Undefined when nothing tells what is meant. */
  zone(name: string): Zone | undefined {
    const plain = name.trim();
    const hours = /^(?:utc|gmt)? ?[+-](\d{1,2})/i.exec(plain)?.[1];
    if (plain.length > 100 || AMBIGUOUS.test(plain) || Number(hours ?? 0) > MOST_AHEAD) return undefined;
    const known = ABBREVIATIONS.get(plain.toLowerCase());
    return this.#zones.zone(known ?? plain) ?? zoneOfCity(plain);
  }
}
