import { listOf, membersOf, type JsonObject } from '#catalogue/json-object.ts';

/** The parts of our OpenAPI document that the reference shows. */
export interface ApiDocument {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly operations: readonly DocumentedOperation[];
  /** Grouped by tag, in the order of the document's tags. */
  readonly groups: readonly OperationGroup[];
  /** Errors that operations share, each under an anchor of its name. */
  readonly shared: readonly SharedResponse[];
  readonly schemas: readonly NamedSchema[];
}

export interface OperationGroup {
  readonly tag: string;
  readonly description: string;
  readonly operations: readonly DocumentedOperation[];
}

interface SharedResponse {
  readonly name: string;
  readonly response: ApiResponse;
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
  /** The key of the response in the operation; `''` for a shared response. */
  readonly status: string;
  /** The anchor of a shared error; `''` for a response of the operation's own. */
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
  const asErrors = new Set(operations.flatMap(({ responses }) => responses.map(({ sharedAs }) => sharedAs)));
  const shared = Object.entries(membersOf(components.responses)).map(([name, one]) => ({
    name: anchorOf(name),
    response: response(root, '', one),
  }));
  return {
    title: textIn(info.title),
    version: textIn(info.version),
    description: textIn(info.description),
    operations,
    groups: grouped(operations, listOf(root.tags).map(membersOf)),
    shared: shared.filter(({ name }) => asErrors.has(name)),
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

/** `NotFound` → `not-found`: the end of the `type` of such an error (RFC 9457). */
function anchorOf(name: string): string {
  return name.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
}

const SHARED = '#/components/responses/';

function response(root: JsonObject, status: string, value: unknown): ApiResponse {
  const reference = textIn(membersOf(value).$ref);
  const source = resolved(root, value);
  return {
    status,
    sharedAs: Number(status) >= 400 && reference.startsWith(SHARED) ? anchorOf(reference.slice(SHARED.length)) : '',
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
