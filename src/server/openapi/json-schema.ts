/** JSON Schema 2020-12, as OpenAPI 3.1 and MCP use it. */
export type Schema = Readonly<Record<string, unknown>>;

/** A schema of an object. */
export interface ObjectSchema extends Schema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

export const ANY_OBJECT: Schema = { type: 'object', additionalProperties: true };

export const SLUG_SCHEMA = {
  type: 'string',
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
};
export const PLACE_ID_SCHEMA = { type: 'string', pattern: '^[a-z][a-z0-9]*:[0-9]+$' };

export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

export function textSchema(description: string, ...examples: readonly string[]): Schema {
  return examples.length === 0 ? { type: 'string', description } : { type: 'string', description, examples };
}

export function nullable(schema: Schema, description: string): Schema {
  return { anyOf: [schema, { type: 'null' }], description };
}

export function listSchema(items: Schema, description: string): Schema {
  return { type: 'array', items, description };
}

/** Every property is required unless it is in `optional`. Later versions may add properties. */
export function objectSchema(
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): ObjectSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required };
}
