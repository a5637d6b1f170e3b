import { isObject, listOf, membersOf, type JsonObject } from '#catalogue/json-object.ts';
import type { Schema } from './schema.ts';

const SCHEMA = '#/components/schemas/';

/**
 * Schemas for `application/hal+json`, made from those for `application/json`. HAL leaves out null links and null
 * embedded resources: what may be null in JSON may be missing there, and is never null. A schema that differs has `Hal`
 * appended to its name.
 */
export class HalSchemas {
  readonly #schemas: Readonly<Record<string, Schema>>;
  readonly #different: ReadonlySet<string>;

  /** @param schemas those for JSON, by name */
  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas;
    this.#different = differentIn(schemas);
  }

  /** A schema of a response in JSON as it is in HAL. */
  of(schema: Schema): Schema {
    return this.#inHal(schema);
  }

  /** What these refer to in HAL but not in JSON, at any depth: schemas by name. */
  referredBy(schemas: readonly Schema[]): Readonly<Record<string, Schema>> {
    const found = new Map<string, Schema>();
    const add = (schema: Schema): void => {
      for (const name of namesIn(schema)) {
        const { [name]: json } = this.#schemas;
        if (json === undefined || !this.#different.has(name) || found.has(name)) continue;
        const description = `\`${name}\`, without links and embedded resources that would be null`;
        found.set(name, { description, ...withOwnLinks(name, this.#inHal(withoutDescriptions(json))) });
        add(json);
      }
    };
    schemas.forEach(add);
    return Object.fromEntries([...found].map(([name, schema]) => [`${name}Hal`, schema]));
  }

  #inHal(schema: JsonObject): JsonObject {
    const { $ref, properties } = schema;
    if (typeof $ref === 'string') return this.#different.has(nameOf($ref)) ? { ...schema, $ref: `${$ref}Hal` } : schema;
    const { required, ...rest } = mapped(schema, (value) => this.#each(value));
    if (!isObject(properties)) return required === undefined ? rest : { ...rest, required };
    const members = mapped(properties, (member, name) => this.#each(isLinked(name) ? neverNull(member) : member));
    return { ...rest, properties: members, required };
  }

  #each(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one: unknown) => this.#each(one));
    return isObject(value) ? this.#inHal(value) : value;
  }
}

/** The names of the schemas that are not the same in HAL: they have something that may be null, or refer to one that has. */
function differentIn(schemas: Readonly<Record<string, Schema>>): ReadonlySet<string> {
  const different = new Set<string>(LINKED_IN_HAL);
  const isDifferent = (schema: Schema): boolean =>
    hasNulls(schema) || namesIn(schema).some((name) => different.has(name));
  for (let before = -1; before < different.size;) {
    before = different.size;
    for (const [name, schema] of Object.entries(schemas)) if (isDifferent(schema)) different.add(name);
  }
  return different;
}

/** The schemas of resources that have a link to themselves in HAL alone. */
const LINKED_IN_HAL: readonly string[] = ['Topic', 'Collection'];

/** In HAL, only resources stand under `_embedded`, and each has a link to itself. */
function withOwnLinks(name: string, schema: JsonObject): JsonObject {
  const properties = membersOf(schema.properties);
  const required = listOf(schema.required);
  if (LINKED_IN_HAL.includes(name)) {
    const links = membersOf(properties._links);
    const self = { $ref: `${SCHEMA}Link` };
    const _links = {
      type: 'object',
      ...links,
      properties: { self, ...membersOf(links.properties) },
      required: ['self', ...listOf(links.required)],
    };
    return { ...schema, properties: { ...properties, _links }, required: [...new Set(['_links', ...required])] };
  }
  const embedded = membersOf(properties._embedded);
  const { various_speakers, ...resources } = membersOf(embedded.properties);
  if (various_speakers === undefined) return schema;
  const _embedded = {
    ...embedded,
    properties: resources,
    required: listOf(embedded.required).filter((one) => one !== 'various_speakers'),
  };
  return {
    ...schema,
    properties: { ...properties, various_speakers, _embedded },
    required: [...required, 'various_speakers'],
  };
}

/** Whether a schema has links or embedded resources that may be null. */
function hasNulls(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasNulls);
  return Object.entries(membersOf(value)).some(
    ([name, member]) => (isLinked(name) && neverNull(member) !== member) || hasNulls(member),
  );
}

function isLinked(name: string): boolean {
  return name === '_links' || name === '_embedded';
}

/** The schema of an object whose members are left out where they would be null. */
function neverNull(schema: unknown): unknown {
  const { properties, required, ...rest } = membersOf(schema);
  const members = membersOf(properties);
  const nullable = Object.keys(members).filter((name) => notNull(members[name]) !== members[name]);
  if (nullable.length === 0) return schema;
  return {
    ...rest,
    properties: mapped(members, notNull),
    required: listOf(required).filter((name) => typeof name !== 'string' || !nullable.includes(name)),
  };
}

/** `X or null` → `X`; any other schema as it is. */
function notNull(schema: unknown): unknown {
  const { anyOf, ...rest } = membersOf(schema);
  const choices = listOf(anyOf);
  return choices.some((one) => membersOf(one).type === 'null') ? { ...membersOf(choices[0]), ...rest } : schema;
}

/** The names of the schemas that one refers to itself. */
function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  const { $ref, ...rest } = membersOf(value);
  return [...(typeof $ref === 'string' ? [nameOf($ref)] : []), ...Object.values(rest).flatMap(namesIn)];
}

function nameOf($ref: string): string {
  return $ref.slice(SCHEMA.length);
}

/** Without the descriptions of its members, which are those in JSON. */
function withoutDescriptions(schema: Schema): Schema {
  const { description: _, ...rest } = schema;
  return mapped(rest, (value, name) =>
    name === 'properties' ? mapped(membersOf(value), (member) => withoutDescriptions(membersOf(member))) : value,
  );
}

function mapped(members: JsonObject, make: (member: unknown, name: string) => unknown): JsonObject {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]): [string, unknown] => [name, make(member, name)]),
  );
}
