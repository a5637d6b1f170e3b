import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isMembers, textAt, valueAt } from '../json-value.ts';

/** A response of an OpenAPI document: its schemas by media type. */
export type DocumentedContent = Readonly<Record<string, unknown>>;

/** A parameter of an operation, with its reference followed. */
export interface DocumentedParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: unknown;
  readonly schema: unknown;
  readonly example: unknown;
}

/** An operation of an OpenAPI document, with its references followed. */
export interface DocumentedOperation {
  readonly path: string;
  readonly id: string;
  readonly description: unknown;
  readonly parameters: readonly DocumentedParameter[];
  /** By status. */
  readonly responses: Readonly<Record<string, DocumentedContent>>;
}

export function documentedOperations(document: unknown): readonly DocumentedOperation[] {
  return entriesOf(valueAt(document, 'paths')).map(([path, item]) => {
    const get = valueAt(item, 'get');
    const responses = entriesOf(valueAt(get, 'responses')).map(([status, response]) => {
      const content = entriesOf(valueAt(followed(document, response), 'content'));
      return [status, Object.fromEntries(content.map(([type, media]) => [type, valueAt(media, 'schema')]))] as const;
    });
    return {
      path,
      id: textAt(get, 'operationId'),
      description: valueAt(get, 'description'),
      parameters: entriesOf(valueAt(get, 'parameters')).map(([, one]) => parameterOf(followed(document, one))),
      responses: Object.fromEntries(responses),
    };
  });
}

function parameterOf(parameter: unknown): DocumentedParameter {
  return {
    name: textAt(parameter, 'name'),
    in: textAt(parameter, 'in'),
    required: valueAt(parameter, 'required') === true,
    description: valueAt(parameter, 'description'),
    schema: valueAt(parameter, 'schema'),
    example: valueAt(parameter, 'example'),
  };
}

/**
 * The address of an operation: what it requires, with the document's examples.
 * @param values other values, by the parameter's name
 */
export function addressOf(
  { path, parameters }: DocumentedOperation,
  values: Readonly<Record<string, unknown>> = {},
): string {
  let address = path;
  const query: string[] = [];
  for (const { name, in: place, required, example } of parameters) {
    if (!required && !(name in values)) continue;
    for (const value of [values[name] ?? example].flat()) {
      if (place === 'path') address = address.replace(`{${name}}`, String(value));
      else query.push(`${name}=${encodeURIComponent(String(value))}`);
    }
  }
  return query.length === 0 ? address : `${address}?${query.join('&')}`;
}

/** Validates values against schemas of an OpenAPI document. */
export class DocumentedSchemas {
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: unknown) {
    this.#ajv.addSchema({ ...(isMembers(document) ? document : {}), $id: 'openapi' });
  }

  /** What is wrong with a value; undefined if it is valid. */
  faultIn(value: unknown, schema: unknown): string | undefined {
    const key = JSON.stringify(schema);
    let validate = this.#validators.get(key);
    if (validate === undefined) {
      validate = this.#ajv.compile(JSON.parse(key.replaceAll('"#/', '"openapi#/')) as object);
      this.#validators.set(key, validate);
    }
    return validate(value) ? undefined : this.#ajv.errorsText(validate.errors);
  }
}

/** The target of a reference within the document; any other value as it is. */
export function followed(document: unknown, value: unknown): unknown {
  const reference = valueAt(value, '$ref');
  return typeof reference === 'string' ? valueAt(document, ...reference.slice(2).split('/')) : value;
}

export function entriesOf(value: unknown): [string, unknown][] {
  return isMembers(value) ? Object.entries(value) : [];
}
