import type { JsonObject } from '#catalogue/json-object.ts';
import { pathLinks } from '#representations/links/links.ts';
import { html, type Html, NOTHING } from '../frame/html.ts';
import { htmlDocument } from '../frame/layout.ts';
import type { View } from '../frame/view.ts';
import {
  type ApiDocument,
  type ApiResponse,
  type DocumentedOperation,
  type DocumentedParameter,
  type NamedSchema,
  type OperationGroup,
  readApiDocument,
} from './api-document.ts';
import {
  explanation,
  jsonText,
  type PartAddress,
  phrase,
  referenceTable,
  schemaLimits,
  schemaPart,
  schemaTable,
  schemaType,
} from './schema.ts';

/** An error of the service. */
export interface DocumentedError {
  /** The end of its `type` (RFC 9457). */
  readonly code: string;
  readonly status: number;
  readonly title: string;
  /** When it happens. */
  readonly when: string;
}

/**
 * The API reference for developers, in English, generated from the OpenAPI 3.1 document: operations and schemas, each
 * with its own page, and errors. Operations (`#getTalk`), errors (`#not-found`) and schemas (`#schema-Talk`) have
 * anchors.
 */
export function apiReferencePage(openapi: unknown, errors: readonly DocumentedError[], view: View): string {
  const api = readApiDocument(openapi);
  const { openapi: source } = pathLinks(view.publication);
  const address = addressIn(view);
  return htmlDocument(view, {
    ...described(titleOf(api), view),
    content: html`<h1>${titleOf(api)}</h1>
      <p class="quiet">Version ${api.version}, also <a href="${source}">as an OpenAPI document</a></p>
      ${explanation(api.description)} ${operationList(api.groups, address)} ${errorList(errors)}
      ${schemaList(api.schemas, address)}`,
  });
}

/** The page of one operation or schema. @param name as in `docsPart` @returns undefined if there is none */
export function apiReferencePart(openapi: unknown, name: string, view: View): string | undefined {
  const api = readApiDocument(openapi);
  const operation = api.operations.find(({ id }) => id === name);
  if (operation !== undefined) return operationPage(api, operation, view);
  const schema = api.schemas.find((one) => schemaPart(one.name) === name);
  return schema === undefined ? undefined : schemaPage(api, schema, view);
}

function operationPage(api: ApiDocument, operation: DocumentedOperation, view: View): string {
  const title = operation.summary;
  const { docs } = view.links;
  return htmlDocument(view, {
    ...described(title, view),
    content: html`${partHead(api, title, view)}
    ${operationContent({ operation, address: addressIn(view), errors: docs })}`,
  });
}

function schemaPage(api: ApiDocument, { name, schema }: NamedSchema, view: View): string {
  return htmlDocument(view, {
    ...described(name, view),
    content: html`${partHead(api, name, view)}
    ${explanation(typeof schema.description === 'string' ? schema.description : '')}
    ${schemaTable({ schema, caption: `Fields of ${name}`, address: addressIn(view) })}`,
  });
}

function titleOf({ title }: ApiDocument): string {
  return `${title}: API reference`;
}

function addressIn({ links }: View): PartAddress {
  return (part) => links.docsPart(part);
}

function described(title: string, { publication }: View) {
  return {
    title,
    current: 'docs',
    kind: 'reference',
    contentLanguage: 'en',
    alternates: [{ type: 'application/json', title: 'OpenAPI', href: pathLinks(publication).openapi }],
  } as const;
}

function partHead(api: ApiDocument, title: string, view: View): Html {
  return html`<p><a href="${view.links.docs}">${titleOf(api)}</a></p>
    <h1>${title}</h1>`;
}

function operationList(groups: readonly OperationGroup[], address: PartAddress): Html {
  return html`<section aria-labelledby="operations">
    <h2 id="operations">Operations</h2>
    ${groups.map(
      ({ tag, description, operations }) =>
        html`${html`<h3>${tag}</h3>`} ${explanation(description)}
          <ul>
            ${operations.map(
              (operation) =>
                html`<li id="${operation.id}">
                  <a href="${address(operation.id)}">${operation.summary}</a>
                  <code>GET ${operation.path}</code>
                </li>`,
            )}
          </ul>`,
    )}
  </section>`;
}

function errorList(errors: readonly DocumentedError[]): Html {
  return html`<section id="errors">
    <h2>Errors</h2>
    ${errors.map(
      ({ code, status, title, when }) =>
        html`<section id="${code}">
          <h3>${code}</h3>
          ${explanation(`${String(status)} ${title}: ${when}`)}
        </section>`,
    )}
  </section>`;
}

function schemaList(schemas: readonly NamedSchema[], address: PartAddress): Html {
  return html`<section id="schemas">
    <h2>Schemas</h2>
    <ul>
      ${schemas.map(
        ({ name }) => html`<li id="${schemaPart(name)}"><a href="${address(schemaPart(name))}">${name}</a></li>`,
      )}
    </ul>
  </section>`;
}

interface OperationProps {
  readonly operation: DocumentedOperation;
  readonly address: PartAddress;
  /** The page that documents errors, each under an anchor of its name. */
  readonly errors: string;
}

/** The parameters and responses of an operation. */
function operationContent({ operation, address, errors }: OperationProps): Html {
  const request = `GET ${operation.path}`;
  return html`<p><code>${request}</code></p>
    ${explanation(operation.description)}
    ${
      operation.parameters.length > 0
        ? html`<h2>Parameters</h2>
            ${parameterTable(operation.parameters, `Parameters of ${request}`, address)}`
        : NOTHING
    }
    <h2>Responses</h2>
    ${operation.responses.map((response) =>
      responseSection({ response, caption: `${response.status} of ${request}`, address, errors }),
    )}`;
}

function parameterTable(parameters: readonly DocumentedParameter[], caption: string, address: PartAddress): Html {
  return referenceTable(
    caption,
    ['Name', 'In', 'Type', 'Meaning'],
    parameters.map(({ name, place, schema, description, required, example }) => [
      html`<code>${name}</code>${required ? html`<p class="flag">required</p>` : NOTHING}`,
      html`${place}`,
      schemaType(schema, address),
      html`${explanation(description)}${schemaLimits(schema)}${exampleOf(name, example)}`,
    ]),
  );
}

function exampleOf(name: string, example: unknown): Html {
  const [value] = [example].flat();
  return html`<p class="quiet">e.g. <code>${name}=${jsonText(value)}</code></p>`;
}

interface ResponseProps {
  readonly response: ApiResponse;
  readonly caption: string;
  readonly address: PartAddress;
}

function responseSection({ response, caption, address, errors }: ResponseProps & Pick<OperationProps, 'errors'>): Html {
  if (response.sharedAs !== '') {
    return html`<p>
      <code>${response.status}</code> <a href="${errors}#${response.sharedAs}">${phrase(response.description)}</a>
    </p>`;
  }
  return html`<h3>${response.status}</h3>
    ${explanation(response.description)} ${responseContent({ response, caption, address })}`;
}

/** The headers and bodies of a response. @param caption names the response in captions of tables */
function responseContent({ response, caption, address }: ResponseProps): Html {
  return html`${
    response.headers.length > 0
      ? html`<ul>
          ${response.headers.map(
            ({ name, description }) => html`<li>Header <code>${name}</code>${explanation(description)}</li>`,
          )}
        </ul>`
      : NOTHING
  }
  ${response.content.map(
    (media) =>
      html`<div>
        <p>
          As <code>${media.type}</code>${isNamed(media.schema) ? html`: ${schemaType(media.schema, address)}` : NOTHING}
        </p>
        ${mediaTable(media, caption, address)}
        ${
          media.example === undefined
            ? NOTHING
            : html`<details>
                <summary>Example</summary>
                <pre>${JSON.stringify(media.example, null, 2)}</pre>
              </details>`
        }
      </div>`,
  )}`;
}

function mediaTable({ type, schema }: ApiResponse['content'][number], caption: string, address: PartAddress): Html {
  if (isNamed(schema) || Object.keys(schema).length === 0) return NOTHING;
  return schemaTable({ schema, caption: `${caption} as ${type}`, address });
}

function isNamed(schema: JsonObject): boolean {
  return '$ref' in schema;
}
