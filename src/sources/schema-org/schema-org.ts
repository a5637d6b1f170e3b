import { FileFailure, notParsed } from '../file-failure.ts';
import { Findings, type Mend, noStart } from '../findings.ts';
import { HtmlReader } from '../html-reader.ts';
import { parseJson, readJsonDocument } from '../json-document.ts';
import { looksLikeJson } from '../json-signs.ts';
import { peek } from '../peek.ts';
import type { ReadOptions, SourceBatch, SourceFile } from '../source-format.ts';
import type { SourceTalk } from '../source-talk.ts';
import { decoded, headText, withoutMark } from '../text-decoding.ts';
import { asWebAddress } from '../web-address.ts';
import { KeptPage, markedEvents } from './page-markup.ts';
import { EVENT_TYPES, isEscapedScript, resolved, type Thing, ThingGraph } from './schema-org-graph.ts';
import { scheduleWork } from './schema-org-schedule.ts';
import { schemaOrgTalks } from './schema-org-talk.ts';

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

/** Limit on nested parents of an event. */
const DEEPEST = 16;

interface Surroundings {
  /** Canonical address of the page; `''` if it has none, and for other files. */
  readonly address: string;
  readonly options: ReadOptions;
}

/** Tells the talks in a graph from the events that they are part of. */
class SchemaOrgEvents {
  readonly #events = new Set<Thing>();
  /** The parent of an event: the first that is stated. */
  readonly #wholes = new Map<Thing, Thing>();
  readonly #withParts = new Set<Thing>();

  constructor(graph: ThingGraph) {
    for (const thing of graph.things) if (isEvent(thing)) this.#events.add(thing);
    // Added parts are searched for further parts.
    for (const event of this.#events) {
      for (const part of event.things(...PARTS)) if (hasTime(part)) this.#events.add(part);
    }
    for (const event of this.#events) this.#link(event);
  }

  /** Number of events, including series. */
  get size(): number {
    return this.#events.size;
  }

  /** Batches of talks; the rest stays in `found`. */
  *take(found: Findings, surroundings: Surroundings): Generator<SourceBatch> {
    const talks = [...this.#events].filter((event) => !event.types.has('EventSeries') && !this.#withParts.has(event));
    const keys = keysOf(talks);
    const bare = [...this.#events].filter((event) => event.types.has('EventSeries') && !this.#withParts.has(event));
    found.notes.leave('series without events: left out', bare.length);
    const work = scheduleWork();
    const taken = new Set<string>();
    for (const [index, event] of talks.entries()) {
      const key = keys.get(event) ?? '';
      if (taken.has(key)) {
        found.notes.add('given twice: the first is used');
        continue;
      }
      taken.add(key);
      found.named(event.terms);
      const whole = this.#wholes.get(event);
      const line = event.line || index + 1;
      const read = (mend: Mend): readonly SourceTalk[] => {
        const made = schemaOrgTalks(event, { ...surroundings, key, line, whole, work, notes: found.notes, mend });
        if (made.length === 0) throw noStart('startDate', 'Give the event a startDate at its source.');
        return made;
      };
      // Its start may be part of its key.
      const mayBe = [identifierOf(event) || pageOf(event)];
      found.entry(line, event.id || pageOf(event) || event.name('name'), read, { mayBe });
      yield* found.enough();
    }
  }

  #link(event: Thing): void {
    for (const whole of event.things(...WHOLES)) this.#join(event, whole);
    for (const part of event.things(...PARTS)) if (this.#events.has(part)) this.#join(part, event);
  }

  /** Ignores cycles. */
  #join(part: Thing, whole: Thing): void {
    if (this.#wholes.has(part)) return;
    let above: Thing | undefined = whole;
    for (let depth = 0; above !== undefined; depth++) {
      if (above === part || depth === DEEPEST) return;
      above = this.#wholes.get(above);
    }
    this.#wholes.set(part, whole);
    if (hasTime(part)) this.#withParts.add(whole);
  }
}

const PARTS = ['subEvent', 'subEvents'];
const WHOLES = ['superEvent'];

function isEvent({ types }: Thing): boolean {
  for (const type of types) if (EVENT_TYPES.has(type)) return true;
  return false;
}

function hasTime(thing: Thing): boolean {
  return thing.values('startDate', 'eventSchedule').length > 0;
}

/**
 * Keys: identifier, or address. Events with the same address are told apart by start, or by title if they start
 * together; so are events without an address.
 */
function keysOf(events: readonly Thing[]): ReadonlyMap<Thing, string> {
  const starts = new Map<string, Set<string>>();
  const titles = new Map<string, Set<string>>();
  for (const event of events) {
    const page = pageOf(event);
    if (identifierOf(event) !== '') continue;
    starts.set(page, (starts.get(page) ?? new Set()).add(startOf(event)));
    titles.set(page, (titles.get(page) ?? new Set()).add(titleOf(event)));
  }
  return new Map(
    events.map((event) => {
      const page = pageOf(event);
      const [ofStart = 0, ofTitle = 0] = [starts.get(page)?.size, titles.get(page)?.size];
      const parts = ofTitle < 2 ? [page] : ofStart === ofTitle ? [page, startOf(event)] : [page, titleOf(event)];
      return [event, identifierOf(event) || (page === '' ? titleOf(event) : parts.join(' '))];
    }),
  );
}

/** A relative identifier on a page without an address may be repeated on other pages: an address is better. */
function identifierOf(event: Thing): string {
  const isAbsolute = /^[a-z][a-z\d+.-]*:/i.test(event.id);
  return isAbsolute || pageOf(event) === '' ? event.id : '';
}

/** Address of the event's page. */
function pageOf(event: Thing): string {
  return event.address('url', 'mainEntityOfPage');
}

function titleOf(event: Thing): string {
  return `${startOf(event)} ${event.text('name')}`;
}

/** Start of an event; of a repeating one, from its schedules. */
function startOf(event: Thing): string {
  const schedules = event.things('eventSchedule').flatMap((schedule) => SCHEDULED.map((term) => schedule.text(term)));
  return event.text('startDate') || schedules.filter((text) => text !== '').join(' ');
}

const SCHEDULED = ['startDate', 'byDay', 'byMonthDay', 'startTime'];

/** Longest tag, in characters. */
const LONGEST_TAG = 2_000;
const LINK = new RegExp(`<link\\s([^<>]{1,${LONGEST_TAG}})>`, 'gi');
const ATTRIBUTE = /([a-z-]{1,20})\s{0,5}=\s{0,5}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/**
 * Address of the calendar that a page links to with `rel="alternate"`; undefined: none.
 * @param head the first characters of the page @param base address of the page; `''` for a file on disk
 */
function calendarLinkOf(head: string, base: string): string | undefined {
  for (const [, text = ''] of head.matchAll(LINK)) {
    const attributes = new Map<string, string>();
    for (const [, name = '', double, single, bare = ''] of text.matchAll(ATTRIBUTE)) {
      attributes.set(name.toLowerCase(), double ?? single ?? bare);
    }
    const isCalendar = /^text\/calendar\b/i.test(attributes.get('type') ?? '');
    const isAlternate = /(?:^|\s)alternate(?:\s|$)/i.test(attributes.get('rel') ?? '');
    if (isCalendar && isAlternate) return addressOf(attributes.get('href') ?? '', base);
  }
  return undefined;
}

function addressOf(href: string, base: string): string | undefined {
  const target = href.replaceAll('&amp;', '&').trim();
  if (base !== '') return URL.canParse(target, base) ? new URL(target, base).href : undefined;
  return /^(?:https?|webcal):\/\//i.test(target) ? target : undefined;
}

/** A JSON-LD script of a page. */
interface LinkedDataScript {
  readonly line: number;
  /** Undefined: too long. */
  readonly text: string | undefined;
}

interface LinkedDataPage {
  readonly scripts: readonly LinkedDataScript[];
  /** Base of relative addresses: the address of the page, or the base that it declares; `''` when unknown. */
  readonly base: string;
  /** Canonical address; `''` if it has none. Unlike the fetched address, it is not secret. */
  readonly canonical: string;
  /** Whether it exceeds the limits. */
  readonly isTooLarge: boolean;
}

/** In bytes. */
const LARGEST_PAGE = 64 * 1024 * 1024;
const LARGEST_SCRIPT = 16 * 1024 * 1024;
const LARGEST_SCRIPTS = 32 * 1024 * 1024;
const MAX_SCRIPTS = 10_000;

/**
 * Extracts JSON-LD scripts from a page (HTML; JSON-LD 1.1, 7) as a stream. Bytes are parsed as Latin-1, since markup is
 * ASCII, and decoded afterwards.
 */
export async function linkedDataOf(chunks: AsyncIterable<Buffer>, address: string): Promise<LinkedDataPage> {
  const page = new PageScripts();
  let size = 0;
  for await (const chunk of withoutMark(chunks)) {
    size += chunk.length;
    if (size > LARGEST_PAGE) return { ...NOTHING, base: address };
    page.push(chunk);
    if (page.hasTooMany || page.isTooDeep) return { ...NOTHING, base: address };
  }
  page.end();
  const base = resolved(page.base, address) || address || page.canonical;
  return { scripts: page.scripts, base, canonical: resolved(page.canonical, base), isTooLarge: false };
}

const NOTHING = { scripts: [], canonical: '', isTooLarge: true } as const;

class PageScripts {
  readonly scripts: LinkedDataScript[] = [];
  hasTooMany = false;
  base = '';
  canonical = '';
  readonly #html: HtmlReader;
  #open: { readonly line: number; readonly parts: string[]; size: number } | undefined;
  #size = 0;
  /** The current chunk, its position in the page, and how far its lines have been counted. */
  #chunk = '';
  #chunkStart = 0;
  #counted = 0;
  #line = 1;

  constructor() {
    this.#html = new HtmlReader({
      onopentag: (name, attributes) => {
        this.#tag(name, attributes);
      },
      ontext: (text) => {
        this.#text(text);
      },
      onclosetag: (name) => {
        if (name === 'script') this.#close();
      },
    });
  }

  get isTooDeep(): boolean {
    return this.#html.isTooDeep;
  }

  push(chunk: Buffer): void {
    this.#countLines(this.#chunk.length);
    this.#chunkStart += this.#chunk.length;
    this.#chunk = chunk.toString('latin1');
    this.#counted = 0;
    this.#html.write(this.#chunk);
  }

  end(): void {
    this.#html.end();
  }

  #tag(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'script' && JSON_LD.test(attributes.type ?? '')) {
      this.#countLines(this.#html.startIndex - this.#chunkStart);
      this.#open = { line: this.#line, parts: [], size: 0 };
    } else if (name === 'base' && this.base === '') {
      this.base = textOfBytes(attributes.href ?? '');
    } else if (name === 'link' && this.canonical === '' && /^\s*canonical\s*$/i.test(attributes.rel ?? '')) {
      this.canonical = textOfBytes(attributes.href ?? '');
    }
  }

  #text(text: string): void {
    const open = this.#open;
    if (open === undefined) return;
    open.size += text.length;
    if (open.size <= LARGEST_SCRIPT && this.#size + open.size <= LARGEST_SCRIPTS) open.parts.push(text);
  }

  #close(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    if (this.scripts.length >= MAX_SCRIPTS) {
      this.hasTooMany = true;
      return;
    }
    const isWhole = open.size <= LARGEST_SCRIPT && this.#size + open.size <= LARGEST_SCRIPTS;
    this.#size += isWhole ? open.size : 0;
    this.scripts.push({ line: open.line, text: isWhole ? textOfBytes(open.parts.join('')) : undefined });
  }

  /** Counts lines up to a position in the chunk, examining each character once. */
  #countLines(end: number): void {
    while (this.#counted < end) {
      const at = this.#chunk.indexOf('\n', this.#counted);
      if (at === -1 || at >= end) this.#counted = end;
      else {
        this.#counted = at + 1;
        this.#line++;
      }
    }
  }
}

const JSON_LD = /^\s*application\/ld\+json\s*(?:;|$)/i;

function textOfBytes(latin1: string): string {
  return decoded(Buffer.from(latin1, 'latin1'));
}
