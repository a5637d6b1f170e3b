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
 * The schemas for `application/hal+json`, by their name with `Hal` appended. HAL omits null links and null embedded
 * resources: what may be null in JSON may be missing there, and is never null.
 */
export function halSchemas(schemas: Schema): Schema {
  const strictOnes = mapped(schemas, (schema) => strict(schema, 'fields'));
  return Object.fromEntries(Object.entries(strictOnes).map(([name, schema]) => [`${name}Hal`, schema]));
}

/** @param place whether `value` describes a resource's fields, or its `_links` or `_embedded` */
function strict(value: unknown, place: 'fields' | 'linked'): unknown {
  if (!isMembers(value)) return value;
  const { $ref, items, anyOf, properties, required, ...rest } = value;
  if (typeof $ref === 'string') return { $ref: `${$ref}Hal` };
  const inner = {
    ...rest,
    ...(items === undefined ? {} : { items: strict(items, 'fields') }),
    ...(isList(anyOf) ? { anyOf: anyOf.map((one) => strict(one, 'fields')) } : {}),
  };
  if (!isMembers(properties)) return inner;
  const left = new Set<unknown>();
  const members = mapped(properties, (member, name) => {
    const present = place === 'linked' ? notNull(member) : member;
    if (present !== member) left.add(name);
    return strict(present, name === '_links' || name === '_embedded' ? 'linked' : 'fields');
  });
  const stillRequired = isList(required) ? required.filter((name) => !left.has(name)) : [];
  return { ...inner, properties: members, required: stillRequired };
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

function withSparseRefs(value: unknown): unknown {
  if (isList(value)) return value.map(withSparseRefs);
  if (!isMembers(value)) return value;
  return mapped(value, (member, name) =>
    name === '$ref' && typeof member === 'string' ? `${member}Sparse` : withSparseRefs(member),
  );
}

/** The schema without null as an alternative. */
function notNull(schema: unknown): unknown {
  const choices = isMembers(schema) ? schema.anyOf : undefined;
  return isList(choices) ? choices[0] : schema;
}

function mapped(members: Schema, make: (member: unknown, name: string) => unknown): Schema {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]): [string, unknown] => [name, make(member, name)]),
  );
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
