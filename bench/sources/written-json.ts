import {
  ABSTRACT,
  HOUR,
  COLUMNS,
  cellsOf,
  extended,
  personOf,
  roomOf,
  startOf,
  titleOf,
  type WrittenFormat,
} from './written-sources.ts';

/** Maximum size of a JSON document or web page that Lectern imports. */
const LARGEST = 64 * 1024 * 1024;
/** Maximum size of JSON-LD that Lectern imports. */
const LARGEST_JSON_LD = 32 * 1024 * 1024;
/** Events per script, which keep the page below the maximum number of scripts. */
const EVENTS_A_SCRIPT = 5;

export const JSON_FORMATS: readonly WrittenFormat[] = [
  {
    title: 'Indico JSON of 64 MiB',
    extension: 'indico.json',
    large: LARGEST,
    head: '{"count":1,"results":[{"_type":"Conference","id":"1","title":"Mosses","timezone":"UTC","contributions":[',
    entry: (number) =>
      element(number, {
        _type: 'Contribution',
        id: String(number),
        title: titleOf(number),
        startDate: { ...dayAndTime(startOf(number)), tz: 'UTC' },
        duration: 60,
        room: roomOf(number),
        speakers: [{ _type: 'ContributionParticipation', fullName: personOf(number) }],
        description: ABSTRACT,
      }),
    tail: ']}]}',
  },
  {
    title: 'schedule JSON of 64 MiB',
    extension: 'schedule.json',
    large: LARGEST,
    head: '{"schedule":{"version":"1","conference":{"title":"Mosses","days":[{"date":"2024-01-01","rooms":{"Hall":[',
    entry: (number) =>
      element(number, {
        id: number,
        date: extended(startOf(number)),
        duration: '01:00',
        title: titleOf(number),
        room: roomOf(number),
        abstract: ABSTRACT,
        persons: [{ id: (number % 2000) + 1, public_name: personOf(number) }],
      }),
    tail: ']}}]}}}',
  },
  {
    title: 'rows of JSON of 64 MiB',
    extension: 'rows.json',
    large: LARGEST,
    head: '[',
    entry: (number) => {
      const cells = [...cellsOf(number), ABSTRACT];
      return element(number, Object.fromEntries(COLUMNS.map((column, i) => [column, cells[i]])));
    },
    tail: ']',
  },
  {
    title: 'JSON-LD of 32 MiB',
    extension: 'jsonld',
    large: LARGEST_JSON_LD,
    head: '[',
    entry: (number) => element(number, schemaOrgEvent(number)),
    tail: ']',
  },
  {
    title: 'web page with JSON-LD of 64 MiB',
    extension: 'html',
    large: LARGEST,
    events: EVENTS_A_SCRIPT,
    head: '<!DOCTYPE html><title>Mosses</title>\n',
    entry: (number) => {
      const events = Array.from({ length: EVENTS_A_SCRIPT }, (_, i) => schemaOrgEvent(number * EVENTS_A_SCRIPT + i));
      const script = `<script type="application/ld+json">${JSON.stringify(events)}</script>`;
      // As long as the script, which may be at most half of the page.
      return `${script}\n<p>${ABSTRACT.repeat(Math.ceil(script.length / ABSTRACT.length))}</p>\n`;
    },
    tail: '',
  },
];

/** An element of a JSON array, preceded by a comma. */
function element(number: number, value: object): string {
  return `${number === 0 ? '' : ','}\n${JSON.stringify(value)}`;
}

function schemaOrgEvent(number: number): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    '@id': `https://moss.example/e/${String(number)}`,
    name: titleOf(number),
    startDate: extended(startOf(number)),
    endDate: extended(startOf(number) + HOUR),
    location: { '@type': 'Place', name: roomOf(number) },
    performer: { '@type': 'Person', name: personOf(number) },
    description: ABSTRACT,
  };
}

/** `{ date: '2027-06-17', time: '09:00:00' }` */
function dayAndTime(milliseconds: number): { date: string; time: string } {
  const text = extended(milliseconds);
  return { date: text.slice(0, 10), time: text.slice(11, 19) };
}
