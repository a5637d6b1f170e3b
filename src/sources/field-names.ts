import names from './field-names.json' with { type: 'json' };
import type { SourceTalk } from './source-talk.ts';

/** What the formats with fixed names call each field, separated by spaces; `''`: names that are read for something else. */
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = { ...names, jcal: names.icalendar };

/** Names that a format has for each field; empty for formats whose files choose their own. */
export function namesOfFields(format: string): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(NAMES[format] ?? {}).map(([field, written]) => [field, written.split(' ')]));
}

/** Whether a talk has each field, by the names of `--map`. In the order in which people are told. */
export const FIELDS_OF_TALKS: Readonly<Record<string, (talk: SourceTalk) => boolean>> = {
  title: ({ title }) => title !== '',
  start: () => true,
  end: ({ start, end }) => end !== start,
  speakers: ({ speakers }) => speakers.length > 0,
  series: ({ series }) => series !== null,
  venue: ({ venue }) => venue !== null,
  room: ({ room }) => room !== '',
  location: ({ location }) => location !== '',
  online: ({ onlineUrl }) => onlineUrl !== '',
  description: ({ description }) => description !== '',
  department: ({ department }) => department !== null,
  hosts: ({ hosts }) => hosts.length > 0,
  organisers: ({ organisers }) => organisers.length > 0,
  topics: ({ topics, moreTopics }) => topics.length + moreTopics.length > 0,
  materials: ({ materials }) => materials.length > 0,
  image: ({ image }) => image !== null,
  url: ({ url }) => url !== '',
  audience: ({ audience }) => audience !== '',
  booking: ({ bookingRequired }) => bookingRequired !== '',
  booking_url: ({ bookingUrl }) => bookingUrl !== '',
  booking_email: ({ bookingEmail }) => bookingEmail !== '',
  contact: ({ organiserEmail }) => organiserEmail !== '',
  cost: ({ cost }) => cost !== '',
  special_message: ({ specialMessage }) => specialMessage !== '',
};
