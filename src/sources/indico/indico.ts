import { shownValue } from '#catalogue/shown-value.ts';
import { Findings } from '../findings.ts';
import type { ReadOptions, SourceBatch, SourceFile } from '../format.ts';
import { isIndicoEvent, takeIndicoEvent } from './indico-event.ts';
import { isObject, readJsonDocument, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';

/** Reads an answer of Indico's HTTP export API (docs.getindico.io, “HTTP API”): events, their contributions and sessions. */
export async function* readIndico(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const document = await readJsonDocument(file);
  const found = new Findings();
  if (document.ok) yield* takeAnswer(found, document.value, options);
  else found.fail(document.failure);
  yield* found.batches();
}

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
      what: 'Indico has left something out of this answer: there was too much for one.',
      hint: 'Ask for a shorter time with from= and to=, and for each in turn.',
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

/** Of an answer, or of events that somebody has taken out of one. */
function resultsOf(answer: unknown): unknown {
  if (!isObject(answer)) return answer;
  return isIndicoEvent(answer) ? [answer] : answer.results;
}

function whyNotEvents(answer: unknown, results: unknown): { readonly what: string; readonly hint: string } {
  if (isObject(results)) return { what: 'This is a timetable, not a list of events.', hint: EXPORT_EVENTS };
  const message = isObject(answer) ? stringText(answer.message) : '';
  if (message === '') return { what: 'There are no results of an Indico export in it.', hint: EXPORT_EVENTS };
  return {
    what: `Indico has answered with an error: ${shownValue(message)}.`,
    hint: 'Open the address in a browser; what is not public needs an API key.',
  };
}

/** What other exports hold, in words. */
const OTHERS: Readonly<Partial<Record<string, string>>> = {
  Reservation: 'room bookings',
  Room: 'rooms',
  Avatar: 'users',
  Contribution: 'contributions without their events',
};

/** An answer holds things of one kind: none of them is an event if one is something else. */
function refuseEntry(found: Findings, entry: unknown, line: number): void {
  const type = isObject(entry) ? typeOf(entry) : '';
  const kind = OTHERS[type] ?? (type === '' ? 'something else' : `things of the type ${shownValue(type)}`);
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
