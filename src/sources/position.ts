import { stringText } from './json-document.ts';
import type { SourcePlace } from './source-talk.ts';

/**
 * Latitude and longitude in degrees, from numbers or texts. Nothing if one is missing, or if both are 0, which services
 * give to places that they could not find.
 */
export function positionOf(latitude: unknown, longitude: unknown): Pick<SourcePlace, 'latitude' | 'longitude'> {
  const [north, east] = [degrees(latitude), degrees(longitude)];
  const isKnown = Number.isFinite(north) && Number.isFinite(east) && (north !== 0 || east !== 0);
  return isKnown ? { latitude: north, longitude: east } : {};
}

function degrees(value: unknown): number {
  const text = stringText(value).trim();
  return text === '' ? Number.NaN : Number(text);
}
