import openapiTS, { astToString, type SchemaObject } from 'openapi-typescript';
import { openapiDocument } from '#server/openapi/openapi.ts';
import { isMembers, textAt, valueAt } from '../json-value.ts';
import { formatted } from './formatted.ts';

/** File with the types of `lectern/client`. */
export const CLIENT_TYPES = 'src/client/openapi-types.ts';

const INTRODUCTION = `/* Made from the OpenAPI document by “npm run client:types”. */
`;

const PUBLICATION = {
  baseUrl: 'https://talks.example.org',
  placesUrl: null,
  mapsUrl: null,
  timeZone: 'UTC',
  links: 'paths',
  uidForm: 'slug',
} as const;

/** Types that openapi-typescript writes even if they are empty. */
const EMPTY = new Set(['paths', 'webhooks', 'operations', '$defs']);

/**
 * The text of the client's types: one for each schema of the OpenAPI document and one for the query parameters of each
 * operation on talks, such as `SearchTalksQuery`.
 */
export async function clientTypes(): Promise<string> {
  const rules = { timeZone: 'UTC', defaultCount: 20, maximumCount: 1000 };
  const document = openapiDocument(PUBLICATION, rules);
  const schemas = { ...membersAt(document, 'components', 'schemas'), ...queries(document) };
  const options = { rootTypes: true, rootTypesNoSchemaPrefix: true, immutable: true, defaultNonNullable: false };
  // Another test checks that the schemas are valid in OpenAPI 3.1.
  const nodes = await openapiTS(
    {
      openapi: '3.1.0',
      info: { title: 'Lectern', version: '1' },
      paths: {},
      components: { schemas: schemas as Readonly<Record<string, SchemaObject>> },
    },
    options,
  );
  const kept = nodes.filter((node) => !('name' in node) || !EMPTY.has(textAt(node, 'name', 'text')));
  const code = INTRODUCTION + astToString(kept);
  return formatted(CLIENT_TYPES, code);
}

/** The query parameters of each operation on talks, as an object schema. */
function queries(document: unknown): Readonly<Record<string, object>> {
  const operations = Object.values(membersAt(document, 'paths')).map((path) => valueAt(path, 'get'));
  // `searchEvents` is `searchTalks` at its old address.
  const named = operations.filter(
    (one) => valueAt(one, 'tags', 0) === 'talks' && valueAt(one, 'operationId') !== 'searchEvents',
  );
  return Object.fromEntries(
    named.flatMap((operation) => {
      const all = Object.values(membersAt(operation, 'parameters')).map((one) => referred(document, one));
      // The client always asks for JSON.
      const taken = all.filter((one) => valueAt(one, 'in') === 'query' && valueAt(one, 'name') !== 'format');
      const properties = taken.map((one) => [
        textAt(one, 'name'),
        { ...withoutDefault(membersAt(one, 'schema')), description: textAt(one, 'description') },
      ]);
      const required = taken.filter((one) => valueAt(one, 'required') === true).map((one) => textAt(one, 'name'));
      const name = textAt(operation, 'operationId');
      const schema = { type: 'object', properties: Object.fromEntries(properties) as object, required };
      return taken.length === 0 ? [] : [[`${name.charAt(0).toUpperCase()}${name.slice(1)}Query`, schema]];
    }),
  );
}

/** Leaves out the default, because operators can change it. */
function withoutDefault({ default: _, ...schema }: Readonly<Record<string, unknown>>): object {
  return schema;
}

function referred(document: unknown, reference: unknown): unknown {
  return valueAt(document, ...textAt(reference, '$ref').slice(2).split('/'));
}

function membersAt(value: unknown, ...path: readonly (string | number)[]): Readonly<Record<string, unknown>> {
  const found = valueAt(value, ...path);
  if (!isMembers(found)) throw new Error(`no object at ${path.join('.')}`);
  return found;
}
