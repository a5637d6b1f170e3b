import { isPlaceId } from '#catalogue/place.ts';
import type { Result } from '#catalogue/problem.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import { isTopicUri } from '#catalogue/topic.ts';
import { GONE_POLICIES } from '#harvest/provenance/gone-talks.ts';
import type { GonePolicy } from '#harvest/provenance/gone-talks.ts';
import type { SourceOptions } from '#harvest/reading/source-reading.ts';
import { isCollectionName } from '#sources/oxtalks/oxtalks-document.ts';
import { DATE_ORDERS, DAYS_AHEAD } from '#sources/source-format.ts';
import type { DateOrder, ReadOptions } from '#sources/source-format.ts';
import { SOURCE_FORMAT_NAMES, sourceFormatNamed } from '#sources/source-formats.ts';
import { bad, oneOf } from './setting-values.ts';
import { isOn, valueOf } from './option.ts';
import type { Flags, Switch, ValueOption } from './option.ts';

// Options of `import` and `check`: how files that are not catalogue files are read.

const FROM: ValueOption<string | undefined> = {
  flag: '--from <format>',
  description: `Format of the files: ${SOURCE_FORMAT_NAMES.join(', ')}.`,
  default: undefined,
  defaultText: 'detected',
  read: oneOf(SOURCE_FORMAT_NAMES),
};

const SOURCE: ValueOption<string | undefined> = {
  flag: '--source <name>',
  description: 'Name of the source; a talk keeps its identity across imports under the same name.',
  default: undefined,
  defaultText: 'from the file or address',
  read: nonEmpty,
};

const MAP: ValueOption<ReadonlyMap<string, string>> = {
  flag: '--map <field=Header>',
  description:
    'Map a field to a column, element or property of the file: title=Subject, speakers=ATTENDEE. May be repeated.',
  default: new Map(),
  defaultText: 'guessed',
  repeats: true,
  read: mapping,
};

const DATE_ORDER: ValueOption<DateOrder | null> = {
  flag: '--date-order <order>',
  description: 'How dates such as 03/04/2026 are written: dmy, mdy or ymd.',
  default: null,
  defaultText: 'detected',
  read: oneOf(DATE_ORDERS),
};

const DEPARTMENT: ValueOption<string | null> = {
  flag: '--department <place>',
  description: 'Organising department for talks that name none: the identifier of a place in the catalogue.',
  default: null,
  defaultText: 'none',
  read: placeId,
};

const TOPIC: ValueOption<readonly string[]> = {
  flag: '--topic <uri>',
  description: 'URI of a topic to add to every talk. May be repeated.',
  default: [],
  defaultText: 'none',
  repeats: true,
  read: topicUris,
};

const COLLECTION: ValueOption<readonly string[]> = {
  flag: '--collection <slug>',
  description:
    'Also import this public collection, by slug or address, from an API like that of OxTalks. May be repeated.',
  default: [],
  defaultText: 'none',
  repeats: true,
  read: collectionNames,
};

const SHEET: ValueOption<readonly string[]> = {
  flag: '--sheet <name>',
  description: 'Read this sheet of a workbook. May be repeated.',
  default: [],
  defaultText: 'all with headers of talks',
  repeats: true,
  read: (text) => ({ ok: true, value: text.split('\n') }),
};

const GONE: ValueOption<GonePolicy> = {
  flag: '--gone <policy>',
  description: 'What to do with talks the source no longer has: keep, cancel (upcoming ones) or remove.',
  default: 'keep',
  defaultText: 'keep',
  read: oneOf(GONE_POLICIES),
};

const TAKE_OVER: Switch = {
  flag: '--take-over',
  description: 'Take over what another source brought: talks under the same UUIDs, people, places, series and topics.',
};

const ALLOW_EMPTY: Switch = {
  flag: '--allow-empty',
  description: 'Allow --gone to cancel or remove every talk of a source that no longer has any.',
};

const SKIP_BAD: Switch = {
  flag: '--skip-bad',
  description: 'With --replace: leave out entries that cannot be read, as imports without --replace always do.',
};

export const EXPLAIN: ValueOption<string | undefined> = {
  flag: '--explain <key>',
  description:
    'Show how one talk is imported, by its key in the source (a UID, an address) or its slug; or left-out, for talks that are private or drafts; or speakers, for those found in texts.',
  default: undefined,
  defaultText: 'none',
  read: nonEmpty,
};

export const SOURCE_OPTIONS = [
  FROM,
  SOURCE,
  MAP,
  DATE_ORDER,
  SHEET,
  DEPARTMENT,
  TOPIC,
  COLLECTION,
  GONE,
  ALLOW_EMPTY,
  TAKE_OVER,
  SKIP_BAD,
  EXPLAIN,
] as const;

/** For `check`, which only reads. */
export const READING_OPTIONS = [FROM, MAP, DATE_ORDER, SHEET] as const;

export function sourceOptionsOf(
  flags: Flags,
  settings: { readonly timeZone: string; readonly year: string | null } & Pick<
    ReadOptions,
    'statusWords' | 'speakersInText'
  >,
  now: Date,
): SourceOptions {
  const from = valueOf(FROM, flags);
  const { timeZone: zone, year, statusWords, speakersInText } = settings;
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    format: from === undefined ? undefined : sourceFormatNamed(from),
    source: valueOf(SOURCE, flags),
    read: {
      zone,
      now: timestampOf(seconds),
      horizon: timestampOf(seconds + DAYS_AHEAD * 86_400),
      mapping: valueOf(MAP, flags),
      dateOrder: valueOf(DATE_ORDER, flags),
      collections: valueOf(COLLECTION, flags),
      sheets: valueOf(SHEET, flags),
      year: year ?? undefined,
      statusWords,
      speakersInText,
    },
    additions: { department: valueOf(DEPARTMENT, flags), topics: valueOf(TOPIC, flags) },
    gone: valueOf(GONE, flags),
    allowEmpty: isOn(ALLOW_EMPTY, flags),
    takeOver: isOn(TAKE_OVER, flags),
    skipBad: isOn(SKIP_BAD, flags),
    explain: valueOf(EXPLAIN, flags),
  };
}

function nonEmpty(text: string, where: string): Result<string> {
  if (text.trim() !== '') return { ok: true, value: text };
  return bad('empty-text', where, 'The value is empty.', 'Give a value, or omit the option.');
}

function placeId(text: string, where: string): Result<string> {
  if (isPlaceId(text)) return { ok: true, value: text };
  const hint = 'Write a lower-case scheme word, a colon and digits, for example place:23232534.';
  return bad('bad-place-id', where, `${JSON.stringify(text)} is not a place id.`, hint);
}

/** One per line, as repeated values are joined. */
function topicUris(text: string, where: string): Result<readonly string[]> {
  const uris = text.split('\n');
  if (uris.every((uri) => isTopicUri(uri))) return { ok: true, value: uris };
  const what = `${JSON.stringify(text)} is not an absolute http or https URI.`;
  return bad('bad-topic-uri', where, what, 'Write the full address of the topic.');
}

/** One per line, as repeated values are joined. */
function collectionNames(text: string, where: string): Result<readonly string[]> {
  const names = text.split('\n');
  const wrong = names.find((name) => !isCollectionName(name));
  if (wrong === undefined) return { ok: true, value: names };
  const what = `${JSON.stringify(wrong.slice(0, 100))} is not the slug or the address of a collection.`;
  const hint = 'Write its UUID, or an address such as https://host/api/collections/id/ and the UUID.';
  return bad('bad-collection', where, what, hint);
}

/** One `field=Header` per line, as repeated values are joined. */
function mapping(text: string, where: string): Result<ReadonlyMap<string, string>> {
  const pairs = text.split('\n').map((line) => /^([^=]+)=(.+)$/s.exec(line));
  if (pairs.every((pair) => pair !== null)) {
    return { ok: true, value: new Map(pairs.map(([, field = '', header = '']) => [field.trim(), header.trim()])) };
  }
  const what = `${JSON.stringify(text)} is not of the form field=Header.`;
  return bad('bad-mapping', where, what, 'Write a field, = and what the file calls it: title=Subject.');
}
