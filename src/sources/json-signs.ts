import { xmlRootName } from './xml/xml-root.ts';

/** By which formats of JSON, and pages, are told. Patterns look at the first 64 KiB of a file and never go back. */

/** Whether a file that begins so is a list or an object of JSON, if it is JSON at all. */
export function looksLikeJson(head: string): boolean {
  return /^\s*[[{]/.test(head);
}

/** Of things in answers of Indico's export API, without those that it nests in others. */
const INDICO_TYPE =
  /"_(?:type|fossil)"\s*:\s*"(?:HTTPAPI\w+|Conference|conferenceMetadata\w*|SessionSlot|Reservation|Room)"/;
const INDICO_ADDRESS = /"url"\s*:\s*"[^"\s]{0,500}export(?:\\{0,2}\/)[a-z]/;

export function isIndico(head: string): boolean {
  return looksLikeJson(head) && (INDICO_TYPE.test(head) || (INDICO_ADDRESS.test(head) && head.includes('"results"')));
}

/** A row of a talk says whence its speaker comes, or which it is among those of its series; one of a series, what it is called and whether it is a conference. */
export function isResearchSeminars(head: string): boolean {
  if (!looksLikeJson(head)) return false;
  if (/"speaker_affiliation"\s*:/.test(head) && /"start_time"\s*:/.test(head)) return true;
  return /"seminar_ctr"\s*:/.test(head) || (/"shortname"\s*:/.test(head) && /"is_conference"\s*:/.test(head));
}

/** An answer of the API about events, by the page, or one event of it. */
export function isEventbrite(head: string): boolean {
  if (!looksLikeJson(head)) return false;
  return /"resource_uri"\s*:\s*"https:(?:\\?\/){2}www\.eventbriteapi\.com/.test(head);
}

/** What a page begins with; `<?xml …?>`, comments and a document type may stand before it. */
const HTML = /^(?:html|head|meta|title|body|div|main|section|article|script|link)$/i;
const JSON_LD_SCRIPT = /<script\s[^>]{0,200}application\/ld\+json/i;

/** A page, whatever is in it; a file with a script of JSON-LD; or JSON with keywords of JSON-LD in it. */
export function isSchemaOrg(head: string): boolean {
  if (looksLikeJson(head)) return /"@(?:context|type|graph)"\s*:/.test(head);
  return /^\s*<!doctype\s+html\b/i.test(head) || HTML.test(xmlRootName(head)) || JSON_LD_SCRIPT.test(head);
}
