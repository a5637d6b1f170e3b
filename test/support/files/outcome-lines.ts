import { daysOf } from '#catalogue/all-day.ts';
import type { CatalogueRecord } from '#catalogue/record.ts';
import type { Person } from '#catalogue/person.ts';
import type { Place } from '#catalogue/place.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { Outcome } from './import-example.ts';

/**
 * The outcome of an import, with a line for each talk in order of time (UTC):
 *
 *     2027-01-18 17:00–18:00 | On moss | Ada Lovelace (Exeter) | Hall, Room 1 | cancelled: Postponed
 *     2027-01-19–2027-01-21 all day | Days of moss
 *
 * followed by lines for what was left out or reported:
 *
 *     left out: 2 marked private or confidential
 *     problem: 12 DTEND
 *     refused: 0 : This is a web page.
 */
export function outcomeLines({ report, records }: Outcome): readonly string[] {
  const talks = records.filter((record) => record.type === 'talk');
  const names = namesIn(records);
  const lines = talks.map((talk) => talkLine(talk, names)).sort();
  const problems = [...report.skipped, ...report.mended].map(({ line, where }) => `problem: ${line} ${where}`);
  const refused = report.ok ? [] : report.problems.map(({ what }) => `refused: ${what}`);
  return [...lines, ...leftOut(report), ...problems, ...refused].map((line) => line.trimEnd());
}

/** The times of talks by title, in order for talks of the same title. */
export function datesIn(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const dates = new Map<string, readonly string[]>();
  for (const line of lines) {
    const [time = '', title = ''] = line.split(' | ');
    if (/^\d{4}-/.test(time)) dates.set(title, [...(dates.get(title) ?? []), time]);
  }
  return dates;
}

interface Names {
  readonly people: ReadonlyMap<string, Person>;
  readonly places: ReadonlyMap<string, Place>;
}

function namesIn(records: readonly CatalogueRecord[]): Names {
  return {
    people: new Map(records.flatMap((record) => (record.type === 'person' ? [[record.slug, record]] : []))),
    places: new Map(records.flatMap((record) => (record.type === 'place' ? [[record.id, record]] : []))),
  };
}

function talkLine(talk: TalkRecord, { people, places }: Names): string {
  const speakers = talk.speakers.map((slug) => {
    const { name = slug, bio = '' } = people.get(slug) ?? {};
    return bio === '' ? name : `${name} (${bio})`;
  });
  const venue = talk.venue === null ? '' : (places.get(talk.venue)?.name ?? talk.venue);
  const place = [venue, talk.locationDetails, talk.onlineUrl].filter((text) => text !== '').join(', ');
  const status = talk.status === 'published' ? '' : talk.status;
  const fields = [
    spanOf(talk),
    talk.title === '' ? '(to be announced)' : talk.title,
    speakers.join('; '),
    place,
    [status, talk.specialMessage].filter((text) => text !== '').join(': '),
  ];
  return fields.join(' | ').replace(/(?: \| ?)+$/, '');
}

function spanOf(talk: TalkRecord): string {
  const { start, end } = talk;
  if (talk.allDay) return `${[...new Set(daysOf(talk))].join('–')} all day`;
  const [day = '', time = ''] = minutes(start);
  const [lastDay = '', until = ''] = minutes(end);
  return `${day} ${time}–${lastDay === day ? until : `${lastDay} ${until}`}`;
}

function minutes(time: string): readonly string[] {
  return time.replace(/:00Z$|Z$/, '').split('T');
}

function leftOut({ files }: Outcome['report']): readonly string[] {
  return files.flatMap(({ notes }) =>
    notes.flatMap(({ what, count }) =>
      /^(?:marked private|drafts)/.test(what) ? [`left out: ${count} ${what.replace(/:.*/s, '')}`] : [],
    ),
  );
}
