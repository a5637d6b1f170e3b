import { shownValue } from '#catalogue/shown-value.ts';
import { Findings } from '../findings.ts';
import type { ReadOptions, SourceBatch, SourceFile } from '../format.ts';
import { isObject, listOf, readJsonDocument, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import { researchTalk, talkKey, whyNotShown } from './research-seminars-talk.ts';
import { researchSeries } from './research-seminars-series.ts';
import type { ResearchSeries } from './research-seminars-series.ts';

/**
 * Reads rows of researchseminars.org (Schema.md of its source): what its API answers to `search/talks`, `lookup/series`
 * and `lookup/talk`, or lists of such rows; and what it gives of one series, `/seminar/NAME/json`, in rows without their keys.
 */
export async function* readResearchSeminars(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const document = await readJsonDocument(file);
  const found = new Findings();
  if (document.ok) yield* takeRows(found, document.value, { options, ...siteOf(file.address) });
  else found.fail(document.failure);
  yield* found.batches();
}

/** Where talks have their pages: the site that answered, or the one that everybody knows; and the series that it was asked for. */
function siteOf(address: string): Site {
  if (!URL.canParse(address) || !/^https?:/i.test(address)) return { site: 'https://researchseminars.org', asked: '' };
  const { origin, pathname } = new URL(address);
  return { site: origin, asked: /^\/seminar\/([\w-]{1,100})\/json$/.exec(pathname)?.[1] ?? '' };
}

interface Site {
  readonly site: string;
  readonly asked: string;
}

interface Reading extends Site {
  readonly options: ReadOptions;
}

function* takeRows(found: Findings, answer: unknown, reading: Reading): Generator<SourceBatch> {
  const rows = rowsOf(answer);
  const talks = rows.filter((row) => !isSeries(row));
  const series = new Map<string, ResearchSeries>();
  for (const row of rows) if (isSeries(row)) series.set(stringText(row.shortname), researchSeries(row, reading.site));
  if (talks.length === 0 && (series.size > 0 || !isAnswer(answer))) {
    found.fail({ code: 'no-talks', where: '', ...whyNoTalks(answer, series.size), line: 0 });
    return;
  }
  for (const [index, row] of talks.entries()) {
    takeRow(found, row, { ...reading, series, line: index + 1 });
    yield* found.enough();
  }
}

/** All rows, of talks and of series: a list of them, `results`, `talks` and the `properties` of their series or of one talk. */
function rowsOf(answer: unknown): readonly unknown[] {
  if (!isObject(answer)) return listOf(answer);
  const { properties, results, talks, seminars, series, seminar_ctr: number, shortname } = answer;
  if (number !== undefined || shortname !== undefined) return [answer];
  const lists = [results, seminars, series, talks].flatMap(listOf);
  return properties === undefined || properties === null ? lists : [properties, ...lists];
}

function isTalk(row: unknown): row is JsonObject {
  if (!isObject(row)) return false;
  return row.seminar_ctr !== undefined || (row.start_time !== undefined && row.speaker !== undefined);
}

function isSeries(row: unknown): row is JsonObject {
  return isObject(row) && row.seminar_ctr === undefined && stringText(row.shortname) !== '';
}

/** That nothing was found is an answer too. */
function isAnswer(answer: unknown): boolean {
  return isObject(answer) && answer.code === 'success' && Array.isArray(answer.results ?? answer.talks);
}

function whyNoTalks(answer: unknown, series: number): { readonly what: string; readonly hint: string } {
  const description = isObject(answer) ? stringText(answer.description) : '';
  if (series === 0 && description !== '') {
    return { what: `The site has answered with an error: ${shownValue(description)}.`, hint: 'Mend the address.' };
  }
  return {
    what: series === 0 ? 'There are no rows of talks in it.' : 'There are only series in it, no talks.',
    hint: 'Ask for the talks of a series: /api/0/lookup/series?series_id="NAME".',
  };
}

interface Row extends Reading {
  readonly series: ReadonlyMap<string, ResearchSeries>;
  readonly line: number;
}

function takeRow(found: Findings, row: unknown, { options, site, asked, series, line }: Row): void {
  if (!isTalk(row)) {
    const hint = 'Give rows of talks, with seminar_id, seminar_ctr and start_time.';
    found.problem({ code: 'not-a-talk', where: '', what: `${shownValue(row)} is no row of a talk.`, hint, line });
    return;
  }
  const seminar = stringText(row.seminar_id) || asked;
  const of = series.get(seminar);
  const why = whyNotShown(row) || (of?.isHidden === true ? 'of a series that is not public' : '');
  if (why !== '') {
    found.notes.add(`${why}: left out`);
    return;
  }
  const key = talkKey(row, seminar);
  const place = { key, line, site, seminar, series: of?.series, options };
  found.entry(line, key, () => [researchTalk(row, place, found.notes)]);
}
