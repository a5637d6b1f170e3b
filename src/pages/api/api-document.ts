import { listOf, membersOf, type JsonObject } from '#catalogue/json-object.ts';

/** The parts of our OpenAPI document that the reference shows. */
export interface ApiDocument {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly operations: readonly DocumentedOperation[];
  /** Grouped by tag, in the order of the document's tags. */
  readonly groups: readonly OperationGroup[];
  readonly schemas: readonly NamedSchema[];
}

export interface OperationGroup {
  readonly tag: string;
  readonly description: string;
  readonly operations: readonly DocumentedOperation[];
}

export interface DocumentedOperation {
  readonly id: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly DocumentedParameter[];
  readonly responses: readonly ApiResponse[];
}

export interface DocumentedParameter {
  readonly name: string;
  readonly place: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonObject;
  readonly example: unknown;
}

export interface ApiResponse {
  /** The key of the response in the operation: a status, or `default`. */
  readonly status: string;
  /** The anchor of an error on the page of all errors; `''` for a response of the operation's own. */
  readonly sharedAs: string;
  readonly description: string;
  readonly headers: readonly { readonly name: string; readonly description: string }[];
  readonly content: readonly {
    readonly type: string;
    readonly schema: JsonObject;
    /** Undefined if there is none. */
    readonly example: unknown;
  }[];
}

export interface NamedSchema {
  readonly name: string;
  readonly schema: JsonObject;
}

export function readApiDocument(openapi: unknown): ApiDocument {
  const root = membersOf(openapi);
  const info = membersOf(root.info);
  const operations = Object.entries(membersOf(root.paths)).map(([path, item]) =>
    operation(root, path, membersOf(membersOf(item).get)),
  );
  const components = membersOf(root.components);
  return {
    title: textIn(info.title),
    version: textIn(info.version),
    description: textIn(info.description),
    operations,
    groups: grouped(operations, listOf(root.tags).map(membersOf)),
    schemas: Object.entries(membersOf(components.schemas)).map(([name, schema]) => ({
      name,
      schema: membersOf(schema),
    })),
  };
}

function grouped(operations: readonly DocumentedOperation[], tags: readonly JsonObject[]): OperationGroup[] {
  return tags.map((tag) => {
    const name = textIn(tag.name);
    return {
      tag: name,
      description: textIn(tag.description),
      operations: operations.filter((one) => one.tag === name),
    };
  });
}

function operation(root: JsonObject, path: string, source: JsonObject): DocumentedOperation {
  return {
    id: textIn(source.operationId),
    path,
    tag: textIn(listOf(source.tags)[0]),
    summary: textIn(source.summary),
    description: textIn(source.description),
    parameters: listOf(source.parameters).map((one) => parameter(resolved(root, one))),
    responses: Object.entries(membersOf(source.responses)).map(([status, one]) => response(root, status, one)),
  };
}

function parameter(source: JsonObject): DocumentedParameter {
  return {
    name: textIn(source.name),
    place: textIn(source.in),
    required: source.required === true,
    description: textIn(source.description),
    schema: membersOf(source.schema),
    example: source.example,
  };
}

const SHARED = '#/components/responses/';

/** The anchor of an error: the end of its `type` (RFC 9457). `NotFound`, or `NotFoundInXml` → `not-found`. */
function anchorOf(status: string, reference: string): string {
  if (!reference.startsWith(SHARED)) return '';
  if (status === 'default') return 'errors';
  const name = reference.slice(SHARED.length).replace(/InXml$/, '');
  return Number(status) >= 400 ? name.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase() : '';
}

function response(root: JsonObject, status: string, value: unknown): ApiResponse {
  const source = resolved(root, value);
  return {
    status,
    sharedAs: anchorOf(status, textIn(membersOf(value).$ref)),
    description: textIn(source.description),
    headers: Object.entries(membersOf(source.headers)).map(([name, header]) => ({
      name,
      description: textIn(resolved(root, header).description),
    })),
    content: Object.entries(membersOf(source.content)).map(([type, media]) => ({
      type,
      schema: membersOf(membersOf(media).schema),
      example: membersOf(media).example,
    })),
  };
}

/** The target of a reference (`#/components/…`); any other value as it is. */
function resolved(root: JsonObject, value: unknown): JsonObject {
  const source = membersOf(value);
  if (typeof source.$ref !== 'string') return source;
  const [, ...steps] = source.$ref.split('/');
  return steps.reduce((at: JsonObject, step) => membersOf(at[step]), root);
}

export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
