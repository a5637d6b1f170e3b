import { shownValue } from '#catalogue/shown-value.ts';
import type { Findings } from '../findings.ts';
import type { ReadOptions, SourceBatch } from '../source-format.ts';
import { isIndicoEvent, takeIndicoEvent } from './indico-event.ts';
import { isObject, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import { jsonReader } from '../json-entries.ts';

/**
 * Reads a response of Indico's HTTP export API (docs.getindico.io, “HTTP API”): events, with contributions and
 * sessions.
 */
export const readIndico = jsonReader(takeAnswer);

const EXPORT_EVENTS = 'Export the events of a category: /export/categ/ID.json?detail=contributions.';

function* takeAnswer(found: Findings, answer: unknown, options: ReadOptions): Generator<SourceBatch> {
  const results = resultsOf(answer);
  if (!Array.isArray(results)) {
    found.fail({ code: 'not-events', where: '', ...whyNotEvents(answer, results), line: 0 });
    return;
  }
  if (isObject(answer) && answer.complete === false) {
    found.problem({
      code: 'incomplete-export',
      where: 'complete',
      what: 'Indico truncated this response because it was too large.',
      hint: 'Export a shorter period at a time, with from= and to=.',
      line: 0,
    });
  }
  for (const [index, result] of results.entries()) {
    const entry: unknown = result;
    if (isObject(entry) && isIndicoEvent(entry)) takeIndicoEvent(found, entry, index + 1, options);
    else refuseEntry(found, entry, index + 1);
    if (found.hasFailed) return;
    yield* found.enough();
  }
}

/** The results of a response; or events copied from one. */
function resultsOf(answer: unknown): unknown {
  if (!isObject(answer)) return answer;
  return isIndicoEvent(answer) ? [answer] : answer.results;
}

function whyNotEvents(answer: unknown, results: unknown): { readonly what: string; readonly hint: string } {
  if (isObject(results)) return { what: 'This is a timetable, not a list of events.', hint: EXPORT_EVENTS };
  const message = isObject(answer) ? stringText(answer.message) : '';
  if (message === '') return { what: 'It contains no results of an Indico export.', hint: EXPORT_EVENTS };
  return {
    what: `Indico reported an error: ${shownValue(message)}.`,
    hint: 'Open the address in a browser. Events that are not public need an API key.',
  };
}

/** Contents of other exports, by type. */
const OTHERS: Readonly<Partial<Record<string, string>>> = {
  Reservation: 'room bookings',
  Room: 'rooms',
  Avatar: 'users',
  Contribution: 'contributions without their events',
};

/** Fails for the whole file: a response has entries of one type, so if one is not an event, none is. */
function refuseEntry(found: Findings, entry: unknown, line: number): void {
  const type = isObject(entry) ? typeOf(entry) : '';
  const kind = OTHERS[type] ?? (type === '' ? 'something else' : `entries of type ${shownValue(type)}`);
  found.fail({
    code: 'not-events',
    where: '_type',
    what: `This is an export of ${kind}, not of events.`,
    hint: EXPORT_EVENTS,
    line,
  });
}

function typeOf(entry: JsonObject): string {
  return stringText(entry._type) || stringText(entry._fossil);
}
