import { absolutePageLinks } from '#representations/links/page-links.ts';
import { PARAMETER } from '#search/query/parameters.ts';
import { parseSuggest, SUGGESTION_COUNTS } from '#search/query/name-list-question.ts';
import { argumentsSchema, readArguments, type Arguments } from './arguments.ts';
import { ENTRY_PROPERTIES, entryLines, toldEntry, secondOf } from './list-names.ts';
import { othersLine } from './others-text.ts';
import { objectSchema } from '../openapi/schema.ts';
import { STRING, type Tool } from './tool.ts';

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
