import { shownValue } from '#catalogue/shown-value.ts';
import type { Findings } from '../findings.ts';
import type { ReadOptions, SourceBatch } from '../source-format.ts';
import { isObject, listOf, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import { jsonReader } from '../json-entries.ts';
import { isDeleted, researchKey, researchTalk, whyNotShown } from './research-seminars-talk.ts';
import { researchSeries } from './research-seminars-series.ts';
import type { ResearchSeries } from './research-seminars-series.ts';

/**
 * Reads rows of researchseminars.org (Schema.md in its repository): responses of its API to `search/talks`,
 * `lookup/series` and `lookup/talk`; lists of such rows; and `/seminar/NAME/json`, whose rows lack their keys.
 */
export const readResearchSeminars = jsonReader((found, answer, options, address) =>
  takeRows(found, answer, { options, ...siteOf(address) }),
);

/** The site that has the pages of talks, and the requested series. Files are taken to come from the main site. */
function siteOf(address: string): Site {
  if (!URL.canParse(address) || !/^https?:/i.test(address))
    return { site: 'https://researchseminars.org', requested: '' };
  const { origin, pathname } = new URL(address);
  return { site: origin, requested: /^\/seminar\/([\w-]{1,100})\/json$/.exec(pathname)?.[1] ?? '' };
}

interface Site {
  readonly site: string;
  /** Short name of the requested series; `''` when unknown. */
  readonly requested: string;
}

interface RowContext extends Site {
  readonly options: ReadOptions;
}

function* takeRows(found: Findings, answer: unknown, context: RowContext): Generator<SourceBatch> {
  const rows = rowsOf(answer);
  const talks = rows.filter((row) => !isSeries(row));
  const series = new Map<string, ResearchSeries>();
  for (const row of rows) if (isSeries(row)) series.set(stringText(row.shortname), researchSeries(row, context.site));
  if (talks.length === 0 && (series.size > 0 || !isAnswer(answer))) {
    found.fail({ code: 'no-talks', where: '', ...whyNoTalks(answer, series.size), line: 0 });
    return;
  }
  for (const [index, row] of talks.entries()) {
    takeRow(found, row, { ...context, series, line: index + 1 });
    yield* found.enough();
  }
}

/** Rows of talks and series: a list, `results`, `talks`, or the `properties` of a series or talk. */
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

/** An empty result is valid. */
function isAnswer(answer: unknown): boolean {
  return isObject(answer) && answer.code === 'success' && Array.isArray(answer.results ?? answer.talks);
}

function whyNoTalks(answer: unknown, series: number): { readonly what: string; readonly hint: string } {
  const description = isObject(answer) ? stringText(answer.description) : '';
  if (series === 0 && description !== '') {
    return { what: `The site reported an error: ${shownValue(description)}.`, hint: 'Fix the address.' };
  }
  return {
    what: series === 0 ? 'It contains no rows of talks.' : 'It contains series only, no talks.',
    hint: 'Request the talks of a series: /api/0/lookup/series?series_id="NAME".',
  };
}

interface SeriesContext extends RowContext {
  readonly series: ReadonlyMap<string, ResearchSeries>;
  readonly line: number;
}

function takeRow(found: Findings, row: unknown, { options, site, requested, series, line }: SeriesContext): void {
  if (!isTalk(row)) {
    const hint = 'Rows of talks have seminar_id, seminar_ctr and start_time.';
    found.problem({ code: 'not-a-talk', where: '', what: `${shownValue(row)} is not a row of a talk.`, hint, line });
    return;
  }
  found.named(Object.keys(row));
  found.notes.at(line);
  const seminar = stringText(row.seminar_id) || requested;
  const of = series.get(seminar);
  const key = researchKey(row, seminar);
  const why = whyNotShown(row) || (of?.isHidden === true ? 'of a series that is not public' : '');
  if (why !== '') {
    if (isDeleted(row)) found.notes.leave(`${why}: left out`);
    else found.withhold(why, { key });
    return;
  }
  const place = { key, line, site, seminar, series: of?.series, options };
  // Without a number, its start is part of its key.
  const mayBe = stringText(row.seminar_ctr) === '' ? [] : [key];
  found.entry(line, key, (mend) => [researchTalk(row, place, found.notes, mend)], { mayBe });
}
