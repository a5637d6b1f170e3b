import type { Duplicate } from '#harvest/merge/duplicates.ts';
import type { DuplicateReport } from '#harvest/merge/compare-sources.ts';
import type { LikelyPair } from '#harvest/merge/duplicate-candidates.ts';
import type { NamePair } from '#harvest/merge/likely-names.ts';
import type { Store } from '#store/store.ts';
import { alignedRows, counted, grouped, printable, withRest } from './report.ts';
import { shownStart } from './shown-start.ts';

/** Pairs of each kind listed after an import. */
const MAX_PAIRS = 5;
/** UTF-16 units of a title. */
const MAX_TITLE_LENGTH = 80;

/**
 * Likely duplicates of records from other sources, as `lectern duplicates` shows them but without their sources; '' if
 * there are none.
 *
 * @param zone IANA name of the time zone in which starts are shown
 */
export function alikeReport({ alike }: { readonly alike: DuplicateReport }, zone: string): string {
  const block = (duplicate: Duplicate): string =>
    blockOf(duplicate, calledIn(duplicate, zone)).replace(/^(?=.)/gm, '  ');
  const talks = alike.talks.slice(0, MAX_PAIRS).map((pair) => block({ of: 'talks', pair }));
  const names = alike.names.slice(0, MAX_PAIRS).map((pair) => block({ of: 'names', pair }));
  const left = [...leftLine(alike.left, 'talks'), ...leftLine(alike.leftNames, 'pairs with the same name')];
  return [
    ...section('talks', talks, alike.talks.length + alike.moreTalks),
    ...section('people, places, series and topics', names, alike.names.length + alike.moreNames),
    ...left,
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function leftLine(count: number, what: string): string[] {
  return count > 0 ? [`  ${grouped(count)} ${what} were not compared (lectern duplicates compares all)`] : [];
}

function section(what: string, blocks: readonly string[], count: number): string[] {
  if (blocks.length === 0) return [];
  return [
    `${counted(count, 'pair')} of ${what} may be duplicates (lectern duplicates shows their sources, too):`,
    ...withRest(blocks, count, '(lectern duplicates shows all)'),
  ];
}

/**
 * Both records of a pair, with their sources, what is equal, and the command that joins them.
 *
 * @throws StoreUnavailable
 */
export async function pairBlock(store: Pick<Store, 'provenance'>, duplicate: Duplicate, zone: string): Promise<string> {
  const { of, pair } = duplicate;
  const type = of === 'talks' ? 'talk' : pair.type;
  const [keep, drop] = of === 'talks' ? [pair.keep.slug, pair.drop.slug] : [pair.keep, pair.drop];
  const rows = await store.provenance.ofRecords(type, [keep, drop]);
  const sources = [keep, drop].map((slug) => rows.flatMap((row) => (row.slug === slug ? [`“${row.source}”`] : [])));
  const called = calledIn(duplicate, zone);
  return blockOf(
    duplicate,
    called.map((cells, at) => [...cells, sources[at]?.join(', ') || 'a catalogue file']),
  );
}

/** Title and start, or name and type, of both records. */
function calledIn({ of, pair }: Duplicate, zone: string): readonly (readonly string[])[] {
  if (of === 'names') return [0, 1].map(() => [`“${shortTitle(pair.name)}”`, pair.type]);
  return [pair.keep, pair.drop].map((talk) => [
    `“${shortTitle(talk.title)}”`,
    shownStart(talk.remembered ?? talk.start, zone),
  ]);
}

function blockOf({ of, pair }: Duplicate, called: readonly (readonly string[])[]): string {
  const [keep, drop] = of === 'talks' ? [pair.keep.slug, pair.drop.slug] : [pair.keep, pair.drop];
  return [
    alignedRows(called).trimEnd(),
    `  ${printable(pair.why.join(', '))}`,
    `  lectern same accept ${keep} ${drop}`,
    '',
  ].join('\n');
}

/** `keep drop # why`, for the file of --same. */
export function talkLine({ keep, drop, why }: LikelyPair): string {
  const titles = [keep.title, drop.title].map((title) => `“${shortTitle(title)}”`);
  return line(keep.slug, drop.slug, `${keep.start} ${[...new Set(titles)].join(' / ')}: ${why.join(', ')}`);
}

/** The same for people, places, series and topics. */
export function nameLine({ type, keep, drop, name, why }: NamePair): string {
  return line(keep, drop, `${type} “${shortTitle(name)}”: ${why.join(', ')}`);
}

function line(keep: string, drop: string, comment: string): string {
  return printable(`${keep} ${drop} # ${comment}`);
}

function shortTitle(text: string): string {
  return text.length <= MAX_TITLE_LENGTH ? text : `${text.slice(0, MAX_TITLE_LENGTH - 1)}…`;
}
