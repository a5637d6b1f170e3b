import type { Person } from '#catalogue/person.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { movedNotice, STATUS_NOTICES, VARIOUS_SPEAKERS } from '../feeds/feed-summary.ts';
import { escapedXml } from '../json/xml-text.ts';
import { cleanText } from '../feeds/feed-text.ts';
import { proseHtml, proseText } from '../prose-text.ts';
import { MATERIAL_NAMES } from '../materials.ts';

interface Around {
  readonly page: string;
  readonly conference: string | null;
  readonly timeZone: string;
}

/** Everything about a talk, in paragraphs: most calendar programs show no other text. */
export function eventDescription(details: TalkDetails, around: Around): string {
  return paragraphsOf(details, around, proseText(details.talk.description)).join('\n\n');
}

/** The same as HTML, for programs that show it; `''` if the description is not HTML. */
export function eventHtml(details: TalkDetails, around: Around): string {
  const description = proseHtml(details.talk.description);
  if (description === undefined) return '';
  const shown = paragraphsOf(details, around, HERE).map((text) => {
    return text === HERE ? description : `<p>${escapedXml(cleanText(text)).replaceAll('\n', '<br/>')}</p>`;
  });
  // In one line: programs that know this property are not all able to read an escaped line feed in it.
  return `<html><body>${shown.join('').replace(/\n/gu, ' ')}</body></html>`;
}

/** Stands for the description; no cleaned text has it. */
const HERE = '\0';

function paragraphsOf(
  details: TalkDetails,
  { page, conference, timeZone }: Around,
  description: string,
): readonly string[] {
  const { talk } = details;
  const facts = [
    line('Series', details.series?.title ?? ''),
    line('Audience', talk.audience),
    line('Booking', joined([talk.bookingRequired, talk.bookingUrl, talk.bookingEmail])),
    line('Cost', talk.cost),
    line('Online', conference ?? ''),
    ...talk.materials.map(({ type, url, title }) => line(MATERIAL_NAMES[type], joined([title, url]))),
    line('Contact', talk.organiserEmail),
  ];
  return [
    talk.specialMessage,
    STATUS_NOTICES[talk.status],
    movedNotice(details, timeZone),
    speakers(details),
    description,
    facts.filter((fact) => fact !== '').join('\n'),
    page,
  ].filter((paragraph) => paragraph !== '');
}

function speakers({ talk, speakers }: TalkDetails): string {
  const names = speakers.map(withBio);
  if (names.length === 0 && talk.variousSpeakers) names.push(VARIOUS_SPEAKERS);
  return line(names.length > 1 ? 'Speakers' : 'Speaker', names.join(', '));
}

function withBio(person: Person): string {
  return person.bio === '' ? person.name : `${person.name} (${person.bio})`;
}

function line(label: string, value: string): string {
  return value === '' ? '' : `${label}: ${value}`;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}
