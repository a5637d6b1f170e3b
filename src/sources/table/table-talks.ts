import { shownValue } from '#catalogue/shown-value.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import { isTopicUri } from '#catalogue/topic.ts';
import type { ReadOptions, SourceProblem } from '../format.ts';
import { isoTime } from '../iso-time.ts';
import type { Notes } from '../notes.ts';
import { ownUuid } from '../own-uuid.ts';
import { peopleIn } from './people-in-cell.ts';
import { sourceTalk } from '../source-talk.ts';
import type { SourcePerson, SourcePlace, SourceTalk, SourceTopic } from '../source-talk.ts';
import type { TableField } from './table-fields.ts';
import type { TableCell, TableMapping, TableRow } from './table-mapping.ts';
import type { TableTimes } from './table-times.ts';
import { UTC } from '../wall-clock.ts';
import { asWebAddress } from '../web-address.ts';

/** A talk whose key is not settled yet: so far it is the row's identifier, or `''`. There are many, so that none is copied. */
export interface KeylessTalk extends SourceTalk {
  key: string;
}

/** Makes talks of a table's rows. */
export class TableTalks {
  readonly #mapping: TableMapping;
  readonly #times: TableTimes;
  readonly #options: ReadOptions;
  readonly #notes: Notes;
  /** Written by Lectern itself (representations/csv.ts), which puts an apostrophe before what a spreadsheet would take for a formula. */
  readonly #isOurs: boolean;

  constructor(mapping: TableMapping, times: TableTimes, options: ReadOptions, notes: Notes) {
    this.#mapping = mapping;
    this.#times = times;
    this.#options = options;
    this.#notes = notes;
    this.#isOurs = mapping.isOurs;
  }

  /** The talk; what is wrong with the row; undefined when nothing is in it. */
  talk(row: TableRow): KeylessTalk | SourceProblem | undefined {
    if (row.cells.every((cell) => cell.length === 0)) return undefined;
    const title = this.#title(row);
    const times = this.#times.read(row);
    if ('code' in times) return title === '' ? times : { ...times, what: `${times.what} (In ${shownValue(title)}.)` };
    if (title === '') return this.#untitled(row);
    const text = (field: TableField): string => this.#text(field, row);
    const id = text('id');
    const place = this.#place(row);
    return sourceTalk({
      key: id || text('slug'),
      slug: ownUuid(text('slug')) ?? ownUuid(id) ?? null,
      line: row.line,
      title,
      ...times,
      description: text('description'),
      status: statusOf(text('status')),
      updated: this.#updated(row),
      url: asWebAddress(text('url')),
      ...place,
      speakers: this.#speakers(row),
      hosts: this.#people('hosts', row),
      organisers: this.#people('organisers', row),
      organiserEmail: /^[^\s@]+@[^\s@]+$/.test(text('contact')) ? text('contact') : '',
      series: text('series') === '' ? null : { title: text('series') },
      department: text('department') === '' ? null : { name: text('department') },
      topics: topicsIn(this.#cell('topics', row)),
      language: text('language'),
      audience: text('audience'),
      ...this.#booking(row),
      cost: text('cost'),
      specialMessage: text('special_message'),
    });
  }

  /** A table of ours may say of a talk that is cancelled that it is in the title too. */
  #title(row: TableRow): string {
    const title = this.#text('title', row);
    return this.#isOurs && this.#text('status', row) === 'cancelled' ? title.replace(/^Cancelled: /, '') : title;
  }

  #untitled(row: TableRow): SourceProblem {
    return {
      code: 'no-title',
      where: this.#mapping.called('title'),
      what: 'It has no title.',
      hint: 'Give it one, or leave it out with --skip-bad.',
      line: row.line,
    };
  }

  #text(field: TableField, row: TableRow): string {
    const text = this.#mapping.text(field, row).trim();
    return this.#isOurs ? withoutApostrophes(text) : text;
  }

  #cell(field: TableField, row: TableRow): TableCell {
    return this.#isOurs ? this.#text(field, row) : this.#mapping.cell(field, row);
  }

  #people(field: TableField, row: TableRow): SourcePerson[] {
    return peopleIn(this.#cell(field, row));
  }

  #speakers(row: TableRow): SourcePerson[] {
    const speakers = this.#people('speakers', row);
    const affiliation = this.#text('affiliation', row);
    if (affiliation === '' || speakers.length === 0) return speakers;
    const each = affiliation.split(';').map((text) => text.trim());
    const isOfEach = each.length === speakers.length && speakers.length > 1;
    if (!isOfEach && speakers.length > 1) {
      this.#notes.add('with several speakers and one affiliation: it is left out');
      return speakers;
    }
    return speakers.map((person, index) => {
      const bio = person.bio ?? (isOfEach ? (each[index] ?? '') : affiliation);
      return bio === '' ? person : { ...person, bio };
    });
  }

  #place(row: TableRow): Pick<SourceTalk, 'venue' | 'room' | 'location' | 'onlineUrl'> {
    const venue = this.#text('venue', row);
    const address = this.#text('address', row);
    const location = this.#text('location', row);
    const online = asWebAddress(this.#text('online', row));
    const where = asWebAddress(location);
    const place: SourcePlace | null = venue === '' ? null : { name: venue, ...(address === '' ? {} : { address }) };
    const inWords = [where === '' ? location : '', venue === '' ? address : ''];
    return {
      venue: place,
      room: this.#text('room', row),
      location: inWords.filter((text) => text !== '').join(', '),
      onlineUrl: online || where,
    };
  }

  #booking(row: TableRow): Pick<SourceTalk, 'bookingRequired' | 'bookingUrl' | 'bookingEmail'> {
    const booking = this.#text('booking', row);
    const address = asWebAddress(booking);
    return {
      bookingRequired: address === '' ? booking : '',
      bookingUrl: this.#text('booking_url', row) || address,
      bookingEmail: this.#text('booking_email', row),
    };
  }

  /** Only moments: a day would be another time in every zone. */
  #updated(row: TableRow): Timestamp | null {
    const time = isoTime(this.#text('updated', row), UTC);
    return time?.clock === 'moment' && time.at <= this.#options.now ? time.at : null;
  }
}

/** What representations/csv.ts puts in. U+FEFF is of two of the classes: each character is to be passed over in one way only. */
function withoutApostrophes(text: string): string {
  return text.replace(/(^|[\n;])((?:(?!\n)[\s\p{Cf}"])*)'(?=[=+\-@＝＋－＠])/gu, '$1$2');
}

const CANCELLED = /^(?:cancel|abgesagt|entfällt|annul|suspend|suprim)/iu;
const UNSETTLED =
  /^(?:draft|tentative|provisional|preparation|in preparation|unconfirmed|tb[acd]\b|to be|postponed|entwurf|vorläufig|verschoben|brouillon|provisoire|report|borrador|aplazad)/iu;

function statusOf(text: string): TalkStatus {
  if (CANCELLED.test(text)) return 'cancelled';
  return UNSETTLED.test(text) ? 'preparation' : 'published';
}

/** Topics of a cell that are looked at. */
const MOST_TOPICS = 200;

/** Semicolons part topics, or bars or line ends, or, where there are none of these, commas. */
function topicsIn(cell: TableCell): SourceTopic[] {
  const labels = typeof cell === 'string' ? cell.split(/[;|\n]/, MOST_TOPICS) : cell;
  const [only = ''] = labels;
  const each =
    labels.length === 1 && typeof cell === 'string' && !isTopicUri(only.trim()) ? only.split(',', MOST_TOPICS) : labels;
  return each
    .map((label) => label.trim())
    .filter((label) => label !== '')
    .slice(0, MOST_TOPICS)
    .map((label) => (isTopicUri(label) ? { label, uri: label } : { label }));
}
