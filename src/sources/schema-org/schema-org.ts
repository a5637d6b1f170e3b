import { calendarLinkOf } from '../calendar-link.ts';
import { FileFailure } from '../file-failure.ts';
import { Findings } from '../findings.ts';
import type { ReadOptions, SourceBatch, SourceFile } from '../source-format.ts';
import { parseJson, readJsonDocument } from '../json-document.ts';
import { notParsed } from '../parsed-document.ts';
import { looksLikeJson } from '../json-signs.ts';
import { peek } from '../peek.ts';
import { SchemaOrgEvents } from './schema-org-events.ts';
import { ThingGraph, isEscapedScript } from './schema-org-graph.ts';
import { KeptPage, markedEvents } from './page-markup.ts';
import { LARGEST_SCRIPTS, linkedDataOf } from './schema-org-scripts.ts';
import type { LinkedDataScript } from './schema-org-scripts.ts';
import { headText } from '../text-decoding.ts';
import { asWebAddress } from '../web-address.ts';

/** Reads schema.org events in JSON-LD 1.1, from all scripts of a page or from a document, or else in the markup of a page. */
export async function* readSchemaOrg(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const { head, chunks } = await peek(file.chunks, HEAD, () => false);
  const found = new Findings();
  const graph = new ThingGraph();
  const given = { ...file, chunks };
  const text = headText(head);
  const calendar = calendarLinkOf(text, file.address);
  try {
    const isPage = !looksLikeJson(text);
    const page = await (isPage ? addPage(graph, given, found, calendar) : addJson(graph, given, found));
    if (!found.hasFailed) yield* takeEvents(graph, page, found, options, calendar);
  } catch (error) {
    if (!(error instanceof FileFailure)) throw error;
    found.fail(error.problem);
  }
  yield* found.batches();
}

/** Bytes to examine: the signs of a format may come after blank lines, and links after styles. */
const HEAD = 65_536;

/** @returns no address, because it is not a page */
async function addJson(graph: ThingGraph, file: SourceFile, found: Findings): Promise<''> {
  // Parents of events may be anywhere, so all of it is held. The limit is the same as for scripts of a page.
  const document = await readJsonDocument(file, LARGEST_SCRIPTS);
  if (document.ok) graph.addDocument(document.value, file.address, { line: 0, isEscaped: false });
  else found.fail(document.failure);
  return '';
}

/**
 * @param calendar that the page links to
 * @returns canonical address of the page
 */
async function addPage(
  graph: ThingGraph,
  file: SourceFile,
  found: Findings,
  calendar: string | undefined,
): Promise<string> {
  const kept = new KeptPage();
  const page = await linkedDataOf(kept.keep(file.chunks), file.address);
  if (page.isTooLarge) {
    const what = 'The page is too large, or its elements are nested too deeply.';
    found.fail({ code: 'too-large', where: '', what, hint: 'Check the address.', line: 0 });
    return '';
  }
  for (const script of page.scripts) addScript(graph, page.base, script, found);
  const isMarkedUp = !found.hasProblems && addMarkup(graph, page.base, kept, found);
  if (page.scripts.length === 0 && !isMarkedUp) {
    found.fail({
      code: 'no-json-ld',
      where: '',
      what: `The page has no JSON-LD: no <script type="application/ld+json">${kept.isTooLarge ? TOO_LARGE : '.'}`,
      hint: calendarHint(calendar) ?? NO_SCRIPT,
      line: 0,
    });
    return '';
  }
  return asWebAddress(page.canonical);
}

const TOO_LARGE = ', and is too large to look for events in its markup.';

const NO_SCRIPT =
  'Check the address. Pages built by scripts in the browser, or without events in their markup, cannot be read.';

/**
 * Events in Microdata or hCalendar, for pages that describe none in JSON-LD: those that do often mark the same events up, too.
 *
 * @returns whether there are any
 */
function addMarkup(graph: ThingGraph, base: string, kept: KeptPage, found: Findings): boolean {
  if (graph.hasEmptyList || new SchemaOrgEvents(graph).size > 0) return false;
  const marked = markedEvents(kept.html);
  if (marked === undefined) return false;
  found.notes.add(`events in ${marked.kind}`, marked.things.length);
  for (const { thing, line } of marked.things) graph.addDocument(thing, base, { line, isEscaped: false });
  return true;
}

function calendarHint(calendar: string | undefined): string | undefined {
  return calendar === undefined ? undefined : `The page links to a calendar that can be imported: ${calendar}`;
}

/** Result for a script that was not parsed. */
const TOO_LONG = notParsed('too-large', 1, 'This JSON-LD script is too long.', 'Use a page of fewer events.');

/** An invalid script is left out; the others are read. */
function addScript(graph: ThingGraph, base: string, { line, text }: LinkedDataScript, found: Findings): void {
  const document = text === undefined ? TOO_LONG : parseJson(text);
  if (document.ok) {
    graph.addDocument(document.value, base, { line, isEscaped: isEscapedScript(text ?? '') });
    return;
  }
  const { failure } = document;
  const hint = failure.code === 'bad-json' ? 'Fix the script at the source.' : failure.hint;
  found.problem({ ...failure, where: 'script', hint, line: line + failure.line - 1 });
}

function* takeEvents(
  graph: ThingGraph,
  address: string,
  found: Findings,
  options: ReadOptions,
  calendar: string | undefined,
): Generator<SourceBatch> {
  const events = new SchemaOrgEvents(graph);
  yield* events.take(found, { address, options });
  if (events.size > 0 || graph.hasEmptyList || found.hasProblems) return;
  found.fail({
    code: 'no-events',
    where: '',
    what: 'It contains no schema.org Event.',
    hint: calendarHint(calendar) ?? 'Check the address.',
    line: 0,
  });
}
