import type { Person } from '#catalogue/person.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { movedNotice, STATUS_NOTICES, VARIOUS_SPEAKERS } from '../feeds/feed-summary.ts';
import { MATERIAL_NAMES } from '../materials.ts';

interface Around {
  readonly page: string;
  readonly conference: string | null;
  readonly timeZone: string;
}

/** Everything about a talk, in paragraphs: most calendar programs show no other text. */
export function eventDescription(details: TalkDetails, { page, conference, timeZone }: Around): string {
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
    talk.description,
    facts.filter((fact) => fact !== '').join('\n'),
    page,
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
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
