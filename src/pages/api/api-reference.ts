import { pathLinks } from '#representations/links/links.ts';
import {
  readApiDocument,
  type ApiDocument,
  type NamedSchema,
  type DocumentedOperation,
  type OperationGroup,
} from './api-document.ts';
import { operationContent } from './api-operation.ts';
import { explanation } from '../frame/explanation.ts';
import { html, type Html } from '../frame/html.ts';
import { htmlDocument } from '../frame/layout.ts';
import { schemaPart, schemaTable, type PartAddress } from './schema.ts';
import type { View } from '../frame/view.ts';

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
