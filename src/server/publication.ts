import type { Publication } from '#representations/representation.ts';

/** Settings of published addresses; docs/reference/settings.md explains each. */
export interface PublicationSettings {
  readonly host: string;
  /** Null: made from host and port. */
  readonly baseUrl: string | null;
  /** Null: links lead to Lectern's own records of places, and to OpenStreetMap. */
  readonly placesUrl: string | null;
  readonly mapsUrl: string | null;
  readonly timeZone: string;
  readonly links: 'paths' | 'absolute';
  readonly uidForm: 'slug' | 'oxtalks';
}

/** @param port that the service listens on */
export function publicationOf(settings: PublicationSettings, port: number): Publication {
  const { placesUrl, mapsUrl, timeZone, links, uidForm } = settings;
  const everywhere = settings.host === '0.0.0.0' || settings.host === '::';
  const host = everywhere ? 'localhost' : settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  const baseUrl = settings.baseUrl ?? `http://${host}:${String(port)}`;
  return { baseUrl, placesUrl, mapsUrl, timeZone, links, uidForm };
}
