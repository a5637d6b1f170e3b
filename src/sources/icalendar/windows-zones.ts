import { ianaZone } from '../wall-clock.ts';
import type { Zone } from '../wall-clock.ts';
import windows from './windows-zones.json' with { type: 'json' };

/** Windows names to IANA names, as the Unicode CLDR maps them (supplemental data, windowsZones, territory 001). */
const ZONES = new Map(Object.entries(windows.names).map(([name, zone]) => [name.toLowerCase(), zone]));

/** Display names of Outlook that contain no city: “(UTC-05:00) Eastern Time (US & Canada)”. */
const REGIONS = new Map(Object.entries(windows.regions));

/** Undefined when unknown. @param name as Windows, Outlook and Exchange write or display it */
export function windowsZone(name: string): Zone | undefined {
  const plain = name.trim().toLowerCase();
  const zone = ZONES.get(plain) ?? ZONES.get(plain.replace(/ (?:daylight|summer) time$/, ' standard time'));
  return zone === undefined ? displayedZone(plain) : ianaZone(zone);
}

/** Windows 95 and its successors write GMT or UTC before the offset. */
const DISPLAYED = /^\((?:utc|gmt)(?:[+-]\d\d:?\d\d)?\)\s*(?:greenwich mean time\s*:?\s*)?(.*)$/;

function displayedZone(plain: string): Zone | undefined {
  const places = DISPLAYED.exec(plain)?.[1];
  if (places === undefined) return undefined;
  const region = REGIONS.get(places);
  if (region !== undefined) return ianaZone(region);
  const zones = places.split(',').map(zoneOfCity);
  return zones.find((zone) => zone !== undefined);
}

let cities: ReadonlyMap<string, string> | undefined;

/** The zone named after a city: Europe/Amsterdam for `Amsterdam`. */
export function zoneOfCity(city: string): Zone | undefined {
  cities ??= new Map(Intl.supportedValuesOf('timeZone').map((name) => [cityKey(name.split('/').at(-1) ?? ''), name]));
  const name = cities.get(cityKey(city));
  return name === undefined ? undefined : ianaZone(name);
}

function cityKey(city: string): string {
  return city.toLowerCase().replace(/[^a-z]/g, '');
}
