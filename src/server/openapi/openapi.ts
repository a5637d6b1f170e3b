import type { Publication } from '#representations/representation.ts';
import type { SearchRules } from '#search/query/question.ts';
import { ROUTES } from '../routes/routes.ts';
import { programVersion } from '#replica/program-version.ts';
import { halSchemas, operation, sharedAnswers, suffixOperations } from './operations.ts';
import { idParameters, queryParameters } from './parameter-components.ts';
import { HEADERS, RESPONSES } from './responses.ts';
import { SCHEMAS } from './schemas.ts';
import type { OpenapiDocument } from './schemas.ts';

const DESCRIPTION = `A read-only interface to a catalogue of scheduled talks. Every operation is a GET; HEAD and OPTIONS work everywhere. Answers carry an ETag and may be cached for a minute.

The operations tagged \`talks\` answer in JSON (HAL). The same addresses with a suffix answer in the other formats: \`/api/talks/search.ics\`, \`/api/series/{id}.atom\`; \`.json\` names JSON. So do \`?format=\` and \`Accept\`, where \`application/hal+json\` asks for the JSON without links and embedded resources that are null. Where XML is asked for, errors are XML too (\`application/problem+xml\`).

New fields may be added to any object: ignore those you do not know.`;

/** The API as an OpenAPI 3.1 document, made from the same tables as the service. Pages for people are left out. */
export function openapiDocument(publication: Publication, rules: SearchRules): OpenapiDocument {
  const routes = ROUTES.filter(({ tag }) => tag !== 'pages');
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lectern',
      version: programVersion(),
      summary: 'Talks, series and public collections, to read',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publication.baseUrl }],
    security: [],
    tags: [
      { name: 'talks', description: 'Talks, and what lists them, in JSON' },
      {
        name: 'formats',
        description:
          'The same in formats for calendars, feed readers, spreadsheets and other programs. All but XML begin 365 days ' +
          'ago unless `from` is given, and have as many talks as `count` may be unless it is given.',
      },
      { name: 'service', description: 'For those who run it' },
    ],
    paths: Object.fromEntries([
      ...routes.map((route) => [route.path, { get: operation(route) }]),
      ...routes.flatMap((route) => suffixOperations(route).map(([path, get]) => [path, { get }])),
    ]),
    components: {
      schemas: { ...SCHEMAS, ...halSchemas(routes) },
      parameters: { ...queryParameters(rules), ...idParameters(routes) },
      responses: { ...sharedAnswers(routes), ...RESPONSES },
      headers: HEADERS,
    },
  };
}
