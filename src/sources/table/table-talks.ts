import { shownValue } from '#catalogue/shown-value.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import { isTopicUri } from '#catalogue/topic.ts';
import type { Findings } from '../findings.ts';
import { firstText } from '../first-text.ts';
import { type Hidden, hiddenBy, isYes } from '../hidden.ts';
import { isoTime } from '../iso-time.ts';
import { ownUuid } from '../own-uuid.ts';
import { peopleIn } from '../people.ts';
import { withoutPlaceholders } from '../placeholders.ts';
import type { ReadOptions, SourceProblem } from '../source-format.ts';
import { imageInFolderOrAt } from '../source-image.ts';
import { materialsInCells } from '../source-material.ts';
import {
  type Said,
  type SourcePerson,
  sourceTalk,
  type SourceTalk,
  type SourceTopic,
  type TalkTimes,
} from '../source-talk.ts';
import { statusOfWord, withStatusOfWords } from '../talk-status.ts';
import { UTC } from '../wall-clock.ts';
import { asWebAddress } from '../web-address.ts';
import type { TableField } from './table-fields.ts';
import { type TableCell, type TableMapping, type TableRow, textOfCell, textsOfCell } from './table-mapping.ts';
import type { TableTimes } from './table-times.ts';

/**
 * A talk before it has its final key: `key` is the identifier of the row, or `''`. Mutable, to save copying each talk.
 */
export interface KeylessTalk extends SourceTalk {
  key: string;
  formerKey?: string | undefined;
}

/** A row whose times cannot be read. */
type UnreadRow = SourceProblem & Pick<SourceTalk, 'hidden'>;

/** Turns the rows of a table into talks. */
export class TableTalks {
  readonly #mapping: TableMapping;
  readonly #times: TableTimes;
  readonly #options: ReadOptions;
  readonly #found: Findings;
  /**
   * Whether Lectern wrote the table (representations/csv.ts): it puts an apostrophe before anything like a formula.
   */
  readonly #isOurs: boolean;
  /** Statuses that are named as unknown. */
  readonly #unknown = new Set<string>();

  constructor(mapping: TableMapping, times: TableTimes, options: ReadOptions, found: Findings) {
    this.#mapping = mapping;
    this.#times = times;
    this.#options = options;
    this.#found = found;
    this.#isOurs = mapping.isOurs;
  }

  /** The talk, or the problem with its times; undefined: the row is empty. */
  talk(row: TableRow): KeylessTalk | UnreadRow | undefined {
    if (row.cells.every((cell) => cell === undefined || cell.length === 0)) return undefined;
    const title = this.#title(row);
    const hidden = this.#hidden(row);
    const times = this.#times.read(row, (problem) => {
      if (hidden === undefined) this.#found.problem(problem);
    });
    const said = (field: TableField): string | undefined => this.#said(field, row);
    const text = (field: TableField): string => said(field) ?? '';
    const id = text('id');
    const talk = sourceTalk({
      key: id || text('slug'),
      slug: ownUuid(text('slug')) ?? ownUuid(id) ?? null,
      line: row.line,
      title,
      ...('code' in times ? NO_TIMES : times),
      description: this.#description(row),
      status: this.#status(said('status'), said('cancelled'), hidden),
      updated: this.#updated(row),
      url: addressIn(said('url')),
      ...this.#place(row),
      speakers: this.#speakers(row),
      hosts: this.#people('hosts', row),
      organisers: this.#people('organisers', row),
      organiserEmail: emailIn(said('contact')),
      series: named(said('series'), (name) => ({ title: name })),
      department: named(said('department'), (name) => ({ name })),
      topics: topicsIn(this.#cell('topics', row)),
      language: text('language'),
      materials: materialsInCells(
        ['recording', said('recording')],
        ['slides', said('slides')],
        ['paper', said('paper')],
        ['live_stream', said('live_stream')],
        [null, said('materials')],
      ),
      image: imageInFolderOrAt(said('image'), said('image_alt')),
      audience: said('audience'),
      ...this.#booking(row),
      cost: said('cost'),
      specialMessage: said('special_message'),
      hidden,
    });
    // Before the key is made, because it may contain title and speakers.
    const reviewed = withoutPlaceholders(this.#options.statusWords === 'ignore' ? talk : withStatusOfWords(talk));
    return 'code' in times ? unread(times, reviewed) : reviewed;
  }

  #hidden(row: TableRow): Hidden | undefined {
    const said = (field: TableField): string | undefined => this.#said(field, row);
    const flags = { isPrivate: said('private'), isDraft: said('draft'), isPublished: said('published') };
    return hiddenBy({ visibility: said('visibility'), status: said('status'), ...flags });
  }

  #status(word: string | undefined, cancelled: string | undefined, hidden: Hidden | undefined): TalkStatus | undefined {
    if (isYes(cancelled)) return 'cancelled';
    if (word === undefined) return cancelled === undefined ? undefined : 'published';
    const status = statusOfWord(word);
    if (status === undefined && hidden === undefined) this.#noteUnknown(word);
    return status ?? 'published';
  }

  #noteUnknown(status: string): void {
    if (this.#unknown.size < MAX_UNKNOWN) this.#unknown.add(status);
    const named = this.#unknown.has(status) ? `status ${shownValue(status)}` : 'another status';
    this.#found.notes.add(`${named} is unknown: published (--map status== ignores the column)`);
  }

  /** Lectern's own tables mark cancelled talks in the title as well. */
  #title(row: TableRow): string | undefined {
    const title = this.#said('title', row);
    return this.#isOurs && this.#said('status', row) === 'cancelled' ? title?.replace(/^Cancelled: /, '') : title;
  }

  /** Undefined when absent. */
  #said(field: TableField, row: TableRow): string | undefined {
    const cell = this.#mapping.said(field, row);
    const text = cell === undefined ? undefined : textOfCell(cell).trim();
    return this.#isOurs && text !== undefined ? withoutApostrophes(text) : text;
  }

  /** Lectern's own tables have the text of descriptions: what looks like HTML in it is text. */
  #description(row: TableRow): string | undefined {
    const text = this.#said('description', row);
    if (!this.#isOurs || text === undefined || !/<\/?[a-z]|&[#a-z]/iu.test(text)) return text;
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  }

  #cell(field: TableField, row: TableRow): TableCell | undefined {
    return this.#isOurs ? this.#said(field, row) : this.#mapping.said(field, row);
  }

  #people(field: TableField, row: TableRow): SourcePerson[] | undefined {
    const cell = this.#cell(field, row);
    return cell === undefined ? undefined : peopleIn(cell);
  }

  #speakers(row: TableRow): SourcePerson[] | undefined {
    const speakers = this.#people('speakers', row);
    const affiliation = this.#said('affiliation', row);
    if (affiliation === undefined || speakers === undefined || speakers.length === 0) return speakers;
    const each = affiliation.split(';').map((text) => text.trim());
    const isOfEach = each.length === speakers.length && speakers.length > 1;
    if (!isOfEach && speakers.length > 1 && affiliation !== '') {
      this.#found.notes.leave('with several speakers and one affiliation: it is left out');
      return speakers;
    }
    return speakers.map((person, index) => ({ ...person, bio: person.bio ?? (isOfEach ? each[index] : affiliation) }));
  }

  #place(row: TableRow): Said<PlaceField> {
    const venue = this.#said('venue', row);
    const address = this.#said('address', row);
    const location = this.#said('location', row);
    const inWords = [location, venue === undefined || venue === '' ? address : undefined];
    const words = inWords.filter((text) => text !== undefined);
    return {
      venue: named(venue, (name) => ({ name, address })),
      room: this.#said('room', row),
      location: words.length === 0 ? undefined : words.filter((text) => text !== '').join(', '),
      onlineUrl: addressIn(this.#said('online', row)),
    };
  }

  #booking(row: TableRow): Said<BookingField> {
    const booking = this.#said('booking', row);
    const address = asWebAddress(booking ?? '');
    return {
      bookingRequired: address === '' ? booking : '',
      bookingUrl: firstText(this.#said('booking_url', row), address === '' ? undefined : address),
      bookingEmail: this.#said('booking_email', row),
    };
  }

  /** Only from times in UTC or with an offset: a date would be a different time in each zone. */
  #updated(row: TableRow): Timestamp | null {
    const time = isoTime(this.#said('updated', row) ?? '', UTC);
    return time?.clock === 'moment' && time.at <= this.#options.now ? time.at : null;
  }
}

const NO_TIMES: TalkTimes = { start: '', end: '', clock: 'moment', zone: '' };

function unread(problem: SourceProblem, talk: SourceTalk): UnreadRow {
  const { title, hidden } = talk;
  const what = title === '' ? problem.what : `${problem.what} (In ${shownValue(title)}.)`;
  return { ...problem, what, mayBe: untimedKeys(talk), hidden };
}

type PlaceField = 'venue' | 'room' | 'location' | 'onlineUrl';
type BookingField = 'bookingRequired' | 'bookingUrl' | 'bookingEmail';

function addressIn(text: string | undefined): string | undefined {
  return text && asWebAddress(text);
}

function emailIn(text: string | undefined): string | undefined {
  return text && (/^[^\s@]+@[^\s@]+$/.test(text) ? text : '');
}

/** Null: the cell is empty. */
function named<T>(name: string | undefined, make: (name: string) => T): T | null | undefined {
  if (name === undefined) return undefined;
  return name === '' ? null : make(name);
}

/** Reverses representations/csv.ts. U+FEFF is in two of the classes; the lookahead prevents backtracking over it. */
function withoutApostrophes(text: string): string {
  return text.replace(/(^|[\n;])((?:(?!\n)[\s\p{Cf}"])*)'(?=[=+\-@＝＋－＠])/gu, '$1$2');
}

/** Unknown statuses that are named; a column of something else may have thousands. */
const MAX_UNKNOWN = 5;

/** Limit on the topics in a cell. */
const MAX_TOPICS = 200;

/** Topics are separated by semicolons, bars or line breaks, or else by commas. */
function topicsIn(cell: TableCell | undefined): SourceTopic[] | undefined {
  if (cell === undefined) return undefined;
  const labels = typeof cell === 'string' ? cell.split(/[;|\n]/, MAX_TOPICS) : textsOfCell(cell);
  const [only = ''] = labels;
  const each =
    labels.length === 1 && typeof cell === 'string' && !isTopicUri(only.trim()) ? only.split(',', MAX_TOPICS) : labels;
  return each
    .map((label) => label.trim())
    .filter((label) => label !== '')
    .slice(0, MAX_TOPICS)
    .map((label) => (isTopicUri(label) ? { label, uri: label } : { label }));
}

/**
 * Identifies rows across imports: by identifier; else by address; else, or if rows share the address, by title and
 * speakers as well. So a row stays the same talk when anything else changes. Rows that are equal in all this are told
 * apart by day, and on the same day by time. A row without a title yet is identified by time, place and series, so that
 * a later title does not make another talk.
 */
export class TableKeys {
  readonly #seen = new Map<string, number>();

  /** Call for all rows that are held, before `keyOf`. */
  observe(talk: SourceTalk): void {
    const keys = candidates(talk);
    const slot = slotOf(talk);
    for (const key of keys.includes(slot) ? keys : [...keys, slot]) this.#seen.set(key, (this.#seen.get(key) ?? 0) + 1);
  }

  /** As `observe`, for a row whose times cannot be read: its key would be one of these, or begin with one. */
  observeUnread(keys: readonly string[]): void {
    for (const key of keys) this.#seen.set(key, (this.#seen.get(key) ?? 0) + 1);
  }

  /** Key of a row before it had its title; undefined if other rows share it. */
  formerKeyOf(talk: SourceTalk): string | undefined {
    if (talk.key !== '' || talk.url !== '' || talk.title === '') return undefined;
    const key = slotOf(talk);
    return this.#seen.get(key) === 1 ? key : undefined;
  }

  keyOf(talk: SourceTalk): string {
    const keys = candidates(talk);
    return keys.find((key) => (this.#seen.get(key) ?? 0) < 2) ?? keys.at(-1) ?? talk.key;
  }
}

type Named = Pick<SourceTalk, 'key' | 'url' | 'title' | 'speakers'>;

/** Prefixes of the keys of a row, without its time. */
function untimedKeys(row: Named): string[] {
  const { key, url, title } = row;
  if (key !== '') return [key];
  if (url !== '') return [url, `${url} ${namesOf(row)}`];
  return [title === '' ? UNTITLED : namesOf(row)];
}

/** Possible keys, from the most stable to the most specific. */
function candidates(talk: SourceTalk): string[] {
  const { key, url, title, speakers, start } = talk;
  if (key !== '') return [key];
  if (title === '' && url === '')
    return [slotOf(talk), [slotOf(talk), ...speakers.map(({ name }) => folded(name))].join(' / ')];
  const named = url === '' ? namesOf(talk) : `${url} ${namesOf(talk)}`;
  const timed = [named, `${named} ${start.slice(0, 10)}`, `${named} ${start}`];
  return url === '' ? timed : [url, ...timed];
}

function namesOf({ title, speakers }: Named): string {
  return [title, ...speakers.map(({ name }) => name)].map(folded).join(' / ');
}

const UNTITLED = 'untitled';

/** Time, place and series of a talk. */
function slotOf({ start, venue, room, location, series }: SourceTalk): string {
  return [UNTITLED, start, ...[venue?.name, room, location, series?.title].map((text) => folded(text ?? ''))].join(
    ' / ',
  );
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
