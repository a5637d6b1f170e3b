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

/** Likely duplicates of records from other sources, as lines for the file of `--same`; '' if there are none. */
export function alikeReport({ alike }: { readonly alike: DuplicateReport }): string {
  const talks = section('talks', alike.talks.map(talkLine), alike.moreTalks);
  const names = section('people, places, series and topics', alike.names.map(nameLine), alike.moreNames);
  const left = [...leftLine(alike.left, 'talks'), ...leftLine(alike.leftNames, 'pairs with the same name')];
  return [...talks, ...names, ...left].map((line) => `${line}\n`).join('');
}

function leftLine(count: number, what: string): string[] {
  return count > 0 ? [`  ${grouped(count)} ${what} were not compared (lectern duplicates compares all)`] : [];
}

function section(what: string, lines: readonly string[], more: number): string[] {
  if (lines.length === 0) return [];
  const count = lines.length + more;
  const pairs = `${counted(count, 'pair')} of ${what}`;
  return [
    `${pairs} may be duplicates (lectern duplicates shows more of each; lectern same accept KEEP DROP joins two):`,
    ...withRest(lines.slice(0, MAX_PAIRS), count, '(lectern duplicates shows all)').map((line) => `  ${line}`),
  ];
}

/**
 * Both records of a pair, with their sources, what is equal, and the command that joins them.
 *
 * @throws StoreUnavailable
 */
export async function pairBlock(
  store: Pick<Store, 'provenance'>,
  { of, pair }: Duplicate,
  zone: string,
): Promise<string> {
  const type = of === 'talks' ? 'talk' : pair.type;
  const [keep, drop] = of === 'talks' ? [pair.keep.slug, pair.drop.slug] : [pair.keep, pair.drop];
  const rows = await store.provenance.ofRecords(type, [keep, drop]);
  const sources = [keep, drop].map((slug) => rows.flatMap((row) => (row.slug === slug ? [`“${row.source}”`] : [])));
  const called =
    of === 'talks'
      ? [pair.keep, pair.drop].map((talk) => [
          `“${shortTitle(talk.title)}”`,
          shownStart(talk.remembered ?? talk.start, zone),
        ])
      : [keep, drop].map(() => [`“${shortTitle(pair.name)}”`, type]);
  const table = called.map((cells, at) => [...cells, sources[at]?.join(', ') || 'a catalogue file'].map(printable));
  return [
    alignedRows(table).trimEnd(),
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
