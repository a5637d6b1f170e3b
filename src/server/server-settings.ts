import type { Publication } from '#representations/representation.ts';
import type { RateLimitSettings } from './http/rate-limit.ts';
import type { BrandSettings } from './pages/brand-files.ts';
import type { RequestLogSettings } from './request-logging.ts';

/** Settings of the service; docs/reference/settings.md explains each. */
export interface ServerSettings extends BrandSettings, PublicationSettings, RateLimitSettings, RequestLogSettings {
  readonly database: string;
  /** Null: beside the database. */
  readonly cacheFolder: string | null;
  /** 0: any free port. */
  readonly port: number;
  readonly defaultCount: number;
  readonly maximumCount: number;
  /** The path of a file, or null. */
  readonly oldAddresses: string | null;
  readonly parameters: 'strict' | 'lenient';
  /** Minutes; null: none. */
  readonly alarm: number | null;
  /** Who may read calendars of private collections: nobody, or anyone who has the address. */
  readonly privateCalendars: 'hidden' | 'unlisted';
  readonly jsonp: 'off' | 'on';
  /** Title of talks that have none yet. */
  readonly untitled: string;
  /** Whether /mcp serves assistants. */
  readonly mcp: 'on' | 'off';
  /** MiB. */
  readonly answerMemory: number;
  /** Seconds. */
  readonly shutdownGrace: number;
}

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
