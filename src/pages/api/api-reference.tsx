import { pathLinks } from '#representations/links/links.ts';
import { readApiDocument, type ApiDocument, type NamedSchema, type DocumentedOperation } from './api-document.ts';
import { OperationContent, ResponseContent } from './api-operation.tsx';
import { Explanation } from '../frame/explanation.tsx';
import { htmlDocument } from '../frame/layout.tsx';
import { schemaPart, SchemaTable, type PartAddress } from './schema.tsx';
import type { View } from '../frame/view.ts';

/**
 * The interface for people who write programs, in English, out of its OpenAPI 3.1 document: what there is, each with
 * a page of its own, and the errors. An operation (`#getTalk`), an error (`#not-found`) and a schema (`#schema-Talk`)
 * can each be linked to.
 */
export function apiReferencePage(openapi: unknown, view: View): string {
  const api = readApiDocument(openapi);
  const { openapi: source } = pathLinks(view.publication);
  const address = addressIn(view);
  return htmlDocument(view, {
    ...described(titleOf(api), view),
    children: (
      <>
        <h1>{titleOf(api)}</h1>
        <p class="quiet">
          Version {api.version}, also <a href={source}>as an OpenAPI document</a>
        </p>
        <Explanation text={api.description} />
        <Operations operations={api.operations} address={address} />
        <SharedResponses api={api} address={address} />
        <Schemas schemas={api.schemas} address={address} />
      </>
    ),
  });
}

/** One operation, or one schema, of it. @param name as of `docsPart`. @returns undefined where there is none */
export function apiReferencePart(openapi: unknown, name: string, view: View): string | undefined {
  const api = readApiDocument(openapi);
  const operation = api.operations.find(({ id }) => id === name);
  if (operation !== undefined) return operationPage(api, operation, view);
  const schema = api.schemas.find((one) => schemaPart(one.name) === name);
  return schema === undefined ? undefined : schemaPage(api, schema, view);
}

function operationPage(api: ApiDocument, operation: DocumentedOperation, view: View): string {
  const title = titleOfOperation(operation);
  const { docs } = view.links;
  return htmlDocument(view, {
    ...described(title, view),
    children: (
      <>
        <Head api={api} title={title} view={view} />
        <OperationContent operation={operation} address={addressIn(view)} errors={docs} />
      </>
    ),
  });
}

function schemaPage(api: ApiDocument, { name, schema }: NamedSchema, view: View): string {
  return htmlDocument(view, {
    ...described(name, view),
    children: (
      <>
        <Head api={api} title={name} view={view} />
        <Explanation text={typeof schema.description === 'string' ? schema.description : ''} />
        <SchemaTable schema={schema} caption={`Fields of ${name}`} address={addressIn(view)} />
      </>
    ),
  });
}

function titleOf({ title }: ApiDocument): string {
  return `${title}: the interface`;
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

function Head({ api, title, view }: { readonly api: ApiDocument; readonly title: string; readonly view: View }) {
  return (
    <>
      <p>
        <a href={view.links.docs}>{titleOf(api)}</a>
      </p>
      <h1>{title}</h1>
    </>
  );
}

function titleOfOperation({ method, path, summary }: DocumentedOperation): string {
  return summary || `${method} ${path}`;
}

function Operations({
  operations,
  address,
}: {
  readonly operations: readonly DocumentedOperation[];
  readonly address: PartAddress;
}) {
  return (
    <section aria-labelledby="operations">
      <h2 id="operations">Operations</h2>
      <ul>
        {operations.map((operation) => (
          <li key={operation.id} id={operation.id}>
            <a href={address(operation.id)}>{titleOfOperation(operation)}</a>{' '}
            <code>{`${operation.method} ${operation.path}`}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SharedResponses({ api, address }: { readonly api: ApiDocument; readonly address: PartAddress }) {
  if (api.shared.length === 0) return null;
  return (
    <section id="errors">
      <h2>Errors</h2>
      {api.shared.map(({ name, response }) => (
        <section key={name} id={name}>
          <h3>{name}</h3>
          <Explanation text={response.description} />
          <ResponseContent response={response} caption={name} address={address} />
        </section>
      ))}
    </section>
  );
}

function Schemas({ schemas, address }: { readonly schemas: readonly NamedSchema[]; readonly address: PartAddress }) {
  if (schemas.length === 0) return null;
  return (
    <section id="schemas">
      <h2>Schemas</h2>
      <ul>
        {schemas.map(({ name }) => (
          <li key={name} id={schemaPart(name)}>
            <a href={address(schemaPart(name))}>{name}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
