import { isMembers } from '../json-value.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The published schemas, made to reject additional members, which they allow so that later versions can add some. */
export function closedSchemas(schemas: Schema): Schema {
  return mapped(schemas, closed);
}

function closed(value: unknown): unknown {
  if (isList(value)) return value.map((one) => closed(one));
  if (!isMembers(value)) return value;
  const { properties, ...rest } = value;
  const others = mapped(rest, closed);
  return isMembers(properties)
    ? { additionalProperties: false, ...others, properties: mapped(properties, closed) }
    : others;
}

/**
 * The schemas for responses to requests with `fields`, by their name with `Sparse` appended. They require only a talk's
 * link to itself.
 */
export function sparseSchemas(schemas: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      `${name}Sparse`,
      withSparseRefs(/^Talk(Item)?(Hal)?$/.test(name) ? sparseTalk(schema) : schema),
    ]),
  );
}

function sparseTalk(talk: unknown): unknown {
  if (!isMembers(talk) || !isMembers(talk.properties)) return talk;
  const { _links, _embedded } = talk.properties;
  const properties = { ...talk.properties, _links: requiring(_links, 'self'), _embedded: requiring(_embedded) };
  return { ...talk, properties, required: ['_links'] };
}

function requiring(schema: unknown, ...required: readonly string[]): unknown {
  return isMembers(schema) ? { ...schema, required } : schema;
}

/** A schema for responses to requests with `fields`. */
export function withSparseRefs(value: unknown): unknown {
  if (isList(value)) return value.map(withSparseRefs);
  if (!isMembers(value)) return value;
  return mapped(value, (member, name) =>
    name === '$ref' && typeof member === 'string' ? `${member}Sparse` : withSparseRefs(member),
  );
}

function mapped(members: Schema, make: (member: unknown, name: string) => unknown): Schema {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]): [string, unknown] => [name, make(member, name)]),
  );
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
