import type { Result } from '#catalogue/problem.ts';
import { absolutePageLinks } from '#representations/links/page-links.ts';
import type { PageLinks } from '#representations/links/page-links.ts';
import { parseBrowsePage } from '#search/query/page-question.ts';
import type { BrowsePage } from '#search/query/page-question.ts';
import { PARAMETER } from '#search/query/parameters.ts';
import { type Arguments, argumentsSchema, readArguments } from './talk-tools.ts';
import { NOT_INSTRUCTIONS, othersLine, pageLine, STRING, WHOLE_NUMBER } from './tool.ts';
import type { Tool, ToolService } from './tool.ts';
import { objectSchema } from '../openapi/json-schema.ts';
import { parseSuggest, SUGGESTION_COUNTS } from '#search/query/name-list-question.ts';

/** Names per page. */
const COUNT = 50;

/** A name in a list, with how many talks it has. */
interface ToldEntry {
  readonly id: string;
  readonly name: string;
  readonly talks: number;
  /** How many of them are still to begin. */
  readonly upcoming: number;
  /** Address of its page. */
  readonly address: string;
}

const ENTRY_PROPERTIES = {
  id: STRING,
  name: STRING,
  talks: WHOLE_NUMBER,
  upcoming: { ...WHOLE_NUMBER, description: 'Talks that are still to begin' },
  address: STRING,
} as const;

const PAGE = { parameter: PARAMETER.page, description: 'Page number, from 1.' };
const DEPARTMENT_ARGUMENTS: Arguments = {
  under: {
    parameter: PARAMETER.under,
    description: 'Identifier of a department: lists those directly under it. Those at the top if left out.',
  },
  page: PAGE,
};
const SERIES_ARGUMENTS: Arguments = {
  letter: { parameter: PARAMETER.letter, description: 'Only titles that begin with this letter; # for all others.' },
  page: PAGE,
};

export const listDepartments: Tool = {
  name: 'list_departments',
  title: 'List departments',
  description: 'Departments that organise talks, as a tree: those at the top, or those directly under one.',
  inputSchema: (rules) => argumentsSchema(DEPARTMENT_ARGUMENTS, rules),
  outputSchema: objectSchema({
    total: WHOLE_NUMBER,
    page: WHOLE_NUMBER,
    departments: { type: 'array', items: objectSchema({ ...ENTRY_PROPERTIES, departments: WHOLE_NUMBER }) },
  }),
  call: async (service, given) => {
    const asked = askedPage(DEPARTMENT_ARGUMENTS, service, given);
    if (!asked.ok) return asked;
    const { under, page } = asked.value;
    const links = absolutePageLinks(service.publication);
    const branch = service.catalogue.read(({ index }) =>
      under !== undefined && index.names.of('department', under) === undefined
        ? undefined
        : index.places.branch('department', under ?? null, { page, count: COUNT }, secondOf(service)),
    );
    if (branch === undefined) return noDepartment();
    const departments = branch.entries.map((entry) => ({
      ...toldEntry(entry, links.department(entry.key)),
      departments: entry.places,
    }));
    const { total } = branch;
    const lines = [
      pageLine(under === undefined ? 'Departments at the top' : `Departments under ${under}`, {
        total,
        page,
        count: COUNT,
      }),
      ...entryLines(departments, ({ departments: below }) =>
        below === 0 ? '' : `, ${String(below)} departments under it`,
      ),
    ];
    return { ok: true, value: { lines, data: { total, page, departments } } };
  },
};

export const listSeries: Tool = {
  name: 'list_series',
  title: 'List series',
  description: 'Series of talks (weekly seminars and the like) by title.',
  inputSchema: (rules) => argumentsSchema(SERIES_ARGUMENTS, rules),
  outputSchema: objectSchema({
    total: WHOLE_NUMBER,
    page: WHOLE_NUMBER,
    series: { type: 'array', items: objectSchema(ENTRY_PROPERTIES) },
  }),
  call: async (service, given) => {
    const asked = askedPage(SERIES_ARGUMENTS, service, given);
    if (!asked.ok) return asked;
    const { letter, page } = asked.value;
    const links: PageLinks = absolutePageLinks(service.publication);
    const { letters, total, entries } = service.catalogue.read(({ index }) =>
      index.names.browse('series', { letter, page, count: COUNT }, secondOf(service)),
    );
    const series = entries.map((entry) => toldEntry(entry, links.series(entry.key)));
    const lines = [
      pageLine('Series', { total, page, count: COUNT }),
      ...(total > COUNT ? [`Letters: ${letters.map((one) => `${one.letter} (${String(one.count)})`).join(', ')}`] : []),
      ...entryLines(series),
    ];
    return { ok: true, value: { lines, data: { total, page, series } } };
  },
};

function askedPage(table: Arguments, { rules }: ToolService, given: unknown): Result<BrowsePage> {
  return readArguments(table, given, (query) => parseBrowsePage(query, { ...rules, lenient: false }));
}

function noDepartment(): Result<never> {
  const what = 'No department has this identifier.';
  const hint = 'Leave it out for those at the top, or find one with find_names.';
  return { ok: false, problems: [{ code: 'not-found', where: 'under', what, hint }] };
}

/** This moment, in seconds since 1970-01-01T00:00:00Z. */
function secondOf({ clock }: Pick<ToolService, 'clock'>): number {
  return Math.floor(clock.now().getTime() / 1000);
}

function toldEntry(
  { key, name, talks = 0, upcoming = 0 }: { key: string; name: string; talks?: number; upcoming?: number },
  address: string,
): ToldEntry {
  return { id: key, name: othersLine(name), talks, upcoming, address };
}

/** A line for each name, with the name at its end. @param more anything else about it */
function entryLines<E extends ToldEntry>(entries: readonly E[], more: (entry: E) => string = () => ''): string[] {
  if (entries.length === 0) return [];
  const lines = entries.map((entry) => {
    const { id, name, talks, upcoming, address } = entry;
    return `- ${id} (${String(upcoming)} upcoming of ${String(talks)} talks${more(entry)}, ${address}): ${name}`;
  });
  return [NOT_INSTRUCTIONS, '', ...lines];
}

const ARGUMENTS: Arguments = {
  name: {
    parameter: PARAMETER.q,
    description: 'What to look for: each word must begin a word of the name.',
    isRequired: true,
  },
  kind: { parameter: PARAMETER.kind, description: 'Kinds of names; all if left out.' },
  count: { parameter: PARAMETER.count, description: 'Names at most.' },
};

export const findNames: Tool = {
  name: 'find_names',
  title: 'Find names',
  description:
    'Finds people, series, departments, venues, topics and collections by name, and gives the identifiers that search_talks takes.',
  inputSchema: (rules) => argumentsSchema(ARGUMENTS, { ...rules, ...SUGGESTION_COUNTS }),
  outputSchema: objectSchema({
    names: { type: 'array', items: objectSchema({ kind: STRING, ...ENTRY_PROPERTIES, affiliation: STRING }) },
  }),
  call: async (service, given) => {
    const parsed = readArguments(ARGUMENTS, given, (query) =>
      parseSuggest(query, { ...service.rules, lenient: false }),
    );
    if (!parsed.ok) return parsed;
    const { text, kinds, count } = parsed.value;
    const links = absolutePageLinks(service.publication);
    const found = await service.catalogue.read(({ index }) =>
      index.names.suggest({ text, types: kinds, count }, secondOf(service)),
    );
    const names = found.map((one) => ({
      kind: one.type,
      ...toldEntry(one, links[one.type](one.key)),
      affiliation: othersLine(one.affiliation ?? ''),
    }));
    const shown = names.map((one) => ({
      ...one,
      id: `${one.kind} ${one.id}`,
      name: [one.name, one.affiliation].filter(Boolean).join(', '),
    }));
    const lines = names.length === 0 ? ['No name matches.'] : entryLines(shown);
    return { ok: true, value: { lines, data: { names } } };
  },
};
