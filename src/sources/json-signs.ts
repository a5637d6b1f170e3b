import { xmlRootName } from './xml/xml-root.ts';

/**
 * Recognises JSON formats and web pages. The patterns run on the first 64 KiB of a file, and do not backtrack.
 */

/** Whether the file begins like a JSON list or object. */
export function looksLikeJson(head: string): boolean {
  return /^\s*[[{]/.test(head);
}

/** Whether it is a JSON document, not the lines of a catalogue file, even one with a mistake. */
export function isOtherJson(head: string): boolean {
  const [line = ''] = head.trimStart().split('\n', 1);
  if (line.startsWith('[')) return true;
  if (!line.startsWith('{') || /^\s*\{\s*"type"\s*:/.test(head)) return false;
  if (line.trim() === '{' || /:\s*\[\s*\{/.test(line) || /:\s*[[{]\s*$/.test(line)) return true;
  return line.trim() === head.trim() && isObjectWithout(line, ['type', 'slug', 'id', 'uri']);
}

/** @param line may be truncated */
function isObjectWithout(line: string, members: readonly string[]): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !members.some((name) => name in value);
  } catch {
    return false;
  }
}

/** Top-level types in responses of Indico's export API. */
const INDICO_TYPE =
  /"_(?:type|fossil)"\s*:\s*"(?:HTTPAPI\w+|Conference|conferenceMetadata\w*|SessionSlot|Reservation|Room)"/;
const INDICO_ADDRESS = /"url"\s*:\s*"[^"\s]{0,500}export(?:\\{0,2}\/)[a-z]/;

export function isIndico(head: string): boolean {
  return looksLikeJson(head) && (INDICO_TYPE.test(head) || (INDICO_ADDRESS.test(head) && head.includes('"results"')));
}

/** Talks have the speaker's affiliation, or a number within the series; series have a short name. */
export function isResearchSeminars(head: string): boolean {
  if (!looksLikeJson(head)) return false;
  if (/"speaker_affiliation"\s*:/.test(head) && /"start_time"\s*:/.test(head)) return true;
  return /"seminar_ctr"\s*:/.test(head) || (/"shortname"\s*:/.test(head) && /"is_conference"\s*:/.test(head));
}

/** A response without events, as in the holidays, is recognised by its other members. */
const NO_EVENTS = /"events"\s*:\s*\[\s*\]/;

/** A response of the API: a page of events, possibly empty, or one event. */
export function isEventbrite(head: string): boolean {
  if (!looksLikeJson(head)) return false;
  if (/"pagination"\s*:\s*\{[^{}]{0,500}"has_more_items"/.test(head) && NO_EVENTS.test(head)) return true;
  return /"resource_uri"\s*:\s*"https:(?:\\?\/){2}www\.eventbriteapi\.com/.test(head);
}

/** Whether it is jCal: `["vcalendar", …]`, or a list of these. */
export function isJcal(head: string): boolean {
  return /^\s*\[\s*(?:\[\s*)?"vcalendar"/i.test(head);
}

/** Whether it is a JSCalendar Group or Event; schema.org has `@context` and other member names. */
export function isJscalendar(head: string): boolean {
  if (!looksLikeJson(head) || head.includes('"@context"')) return false;
  return /"@type"\s*:\s*"(?:Group|Event)"/.test(head) && /"uid"\s*:/.test(head) && /"(?:start|entries)"\s*:/.test(head);
}

export function isGoogleCalendar(head: string): boolean {
  return looksLikeJson(head) && /"kind"\s*:\s*"calendar#events?"/.test(head);
}

/** By its context; without one, if a program saved the events alone, by members that only Graph has. */
export function isMicrosoftGraph(head: string): boolean {
  if (!looksLikeJson(head)) return false;
  if (/"iCalUId"\s*:/.test(head) && /"isAllDay"\s*:/.test(head)) return true;
  const [, context = ''] =
    /"@odata\.context"\s*:\s*"https:\/\/graph\.microsoft\.com\/([^"\n]{0,500})"/.exec(head) ?? [];
  return /(?:events|calendarView|instances)\b/i.test(context);
}

export function isLocalist(head: string): boolean {
  if (!looksLikeJson(head)) return false;
  if (NO_EVENTS.test(head) && /"page"\s*:\s*\{\s*"current"\s*:/.test(head)) return true;
  return /"localist_(?:ics_)?url"\s*:|"event_instances"\s*:/.test(head);
}

/** The REST API of The Events Calendar, a WordPress plugin. */
export function isTribe(head: string): boolean {
  return looksLikeJson(head) && /"rest_url"\s*:\s*"[^"\n]{0,300}tribe\\?\/events/.test(head);
}

/** Recognised by the flags for plenary and service sessions. */
export function isSessionize(head: string): boolean {
  const isEmpty = /^\s*\{\s*"sessions"\s*:\s*\[\s*\]/.test(head);
  if (isEmpty) return ['"speakers"', '"questions"', '"rooms"'].every((name) => head.includes(name));
  return looksLikeJson(head) && /"startsAt"\s*:/.test(head) && /"is(?:Service|Plenum)Session"\s*:/.test(head);
}

/** GraphQL has `eventUrl`; REST has separate local times, or milliseconds and the group's location. */
export function isMeetup(head: string): boolean {
  if (!looksLikeJson(head)) return false;
  if (/"eventUrl"\s*:\s*"https?:(?:\\?\/){2}(?:www\.)?meetup\.com\b/.test(head)) return true;
  if (/"groupByUrlname"\s*:\s*\{/.test(head) && /"edges"\s*:\s*\[\s*\]/.test(head)) return true;
  const isAtMeetup = /"(?:link|event_url)"\s*:\s*"https?:(?:\\?\/){2}(?:www\.)?meetup\.com\b/.test(head);
  return isAtMeetup && /"(?:local_date|utc_offset|yes_rsvp_count)"\s*:/.test(head);
}

/** Possible first elements of a page, after `<?xml …?>`, comments and a doctype. */
const HTML = /^(?:html|head|meta|title|body|div|main|section|article|script|link)$/i;
const JSON_LD_SCRIPT = /<script\s[^>]{0,200}application\/ld\+json/i;

/** Any web page, a file with a JSON-LD script, or JSON with JSON-LD keywords. */
export function isSchemaOrg(head: string): boolean {
  if (looksLikeJson(head)) return /"@(?:context|type|graph)"\s*:/.test(head);
  return /^\s*<!doctype\s+html\b/i.test(head) || HTML.test(xmlRootName(head)) || JSON_LD_SCRIPT.test(head);
}
