import { pathLinks } from '#representations/links.js';
import {
  readApiDocument,
  type ApiDocument,
  type ApiResponse,
  type Json,
  type Operation,
  type Parameter,
} from './api-document.js';
import { htmlDocument } from './layout.js';
import { Explanation } from './explanation.js';
import { schemaAnchor, SchemaLimits, SchemaTable, SchemaType } from './schema.js';
import type { View } from './view.js';

/**
 * The interface for people who write programs, in English, out of its OpenAPI 3.1 document. An operation, a shared answer
 * (`#not-found`) and a schema (`#schema-Talk`) can each be linked to.
 */
export function apiReferencePage(openapi: unknown, view: View): string {
  const api = readApiDocument(openapi);
  const links = pathLinks(view.publication);
  return htmlDocument(view, {
    title: `${api.title}: the interface`,
    current: 'docs',
    kind: 'reference',
    contentLanguage: 'en',
    alternates: [{ type: 'application/json', title: 'OpenAPI', href: links.openapi }],
    children: (
      <>
        <h1>{api.title}: the interface</h1>
        <p class="quiet">
          Version {api.version}, also <a href={links.openapi}>as an OpenAPI document</a>
        </p>
        <Explanation text={api.description} />
        <Contents api={api} />
        {api.operations.map((operation) => (
          <OperationSection key={operation.id} operation={operation} />
        ))}
        <SharedResponses api={api} />
        <Schemas api={api} />
      </>
    ),
  });
}

function Contents({ api }: { readonly api: ApiDocument }) {
  return (
    <nav aria-label="On this page">
      <ul>
        {api.operations.map(({ id, method, path, summary }) => (
          <li key={id}>
            <a href={`#${id}`}>{summary || `${method} ${path}`}</a>
          </li>
        ))}
        {api.shared.length > 0 && (
          <li>
            <a href="#errors">Errors</a>
          </li>
        )}
        {api.schemas.length > 0 && (
          <li>
            <a href="#schemas">Schemas</a>
          </li>
        )}
      </ul>
    </nav>
  );
}

function OperationSection({ operation }: { readonly operation: Operation }) {
  const request = `${operation.method} ${operation.path}`;
  return (
    <section id={operation.id}>
      <h2>{operation.summary || request}</h2>
      <p>
        <code>{request}</code>
      </p>
      <Explanation text={operation.description} />
      {operation.parameters.length > 0 && (
        <>
          <h3>Parameters</h3>
          <Parameters parameters={operation.parameters} caption={`Parameters of ${request}`} />
        </>
      )}
      <h3>Answers</h3>
      {operation.responses.map((response) => (
        <ResponseSection key={response.status} response={response} request={request} />
      ))}
    </section>
  );
}

function Parameters({ parameters, caption }: { readonly parameters: readonly Parameter[]; readonly caption: string }) {
  return (
    <div class="wide">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">In</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {parameters.map((parameter) => (
            <tr key={`${parameter.place} ${parameter.name}`}>
              <td>
                <code>{parameter.name}</code>
                {parameter.required && <p class="flag">required</p>}
              </td>
              <td>{parameter.place}</td>
              <td>
                <SchemaType schema={parameter.schema} />
              </td>
              <td>
                <Explanation text={parameter.description} />
                <SchemaLimits schema={parameter.schema} />
                {parameter.examples.flat().map((example, at) => (
                  <p key={at} class="quiet">
                    e.g.{' '}
                    <code>
                      {parameter.name}={typeof example === 'string' ? example : JSON.stringify(example)}
                    </code>
                  </p>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ResponseSection({ response, request }: { readonly response: ApiResponse; readonly request: string }) {
  if (response.sharedAs !== '') {
    return (
      <p>
        <code>{response.status}</code> <a href={`#${response.sharedAs}`}>{response.description}</a>
      </p>
    );
  }
  return (
    <>
      <h4>{response.status}</h4>
      <Explanation text={response.description} />
      <ResponseContent response={response} caption={`${response.status} of ${request}`} />
    </>
  );
}

function ResponseContent({ response, caption }: { readonly response: ApiResponse; readonly caption: string }) {
  return (
    <>
      {response.headers.length > 0 && (
        <ul>
          {response.headers.map(({ name, description }) => (
            <li key={name}>
              Header <code>{name}</code>
              <Explanation text={description} />
            </li>
          ))}
        </ul>
      )}
      {response.content.map((media) => (
        <div key={media.type}>
          <p>
            As <code>{media.type}</code>
            {isNamed(media.schema) && (
              <>
                {': '}
                <SchemaType schema={media.schema} />
              </>
            )}
          </p>
          {!isNamed(media.schema) && Object.keys(media.schema).length > 0 && (
            <SchemaTable schema={media.schema} caption={`${caption} as ${media.type}`} />
          )}
          {media.examples.map((example, at) => (
            <details key={at}>
              <summary>Example</summary>
              <pre>{typeof example === 'string' ? example : JSON.stringify(example, null, 2)}</pre>
            </details>
          ))}
        </div>
      ))}
    </>
  );
}

function isNamed(schema: Json): boolean {
  return '$ref' in schema;
}

function SharedResponses({ api }: { readonly api: ApiDocument }) {
  if (api.shared.length === 0) return null;
  return (
    <section id="errors">
      <h2>Errors</h2>
      {api.shared.map(({ name, response }) => (
        <section key={name} id={name}>
          <h3>{name}</h3>
          <Explanation text={response.description} />
          <ResponseContent response={response} caption={name} />
        </section>
      ))}
    </section>
  );
}

function Schemas({ api }: { readonly api: ApiDocument }) {
  if (api.schemas.length === 0) return null;
  return (
    <section id="schemas">
      <h2>Schemas</h2>
      {api.schemas.map(({ name, schema }) => (
        <section key={name} id={schemaAnchor(name)}>
          <h3>{name}</h3>
          <Explanation text={typeof schema.description === 'string' ? schema.description : ''} />
          <SchemaTable schema={schema} caption={`Fields of ${name}`} />
        </section>
      ))}
    </section>
  );
}
