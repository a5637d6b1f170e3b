import type { ApiResponse, Json, DocumentedOperation, DocumentedParameter } from './api-document.ts';
import { explanation, phrase } from '../frame/explanation.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { schemaLimits, schemaTable, schemaType, type PartAddress } from './schema.ts';

interface OperationProps {
  readonly operation: DocumentedOperation;
  readonly address: PartAddress;
  /** The page on which the answers that operations share are explained, each under its name. */
  readonly errors: string;
}

/** What an operation is asked with, and what it answers. */
export function operationContent({ operation, address, errors }: OperationProps): Html {
  const request = `${operation.method} ${operation.path}`;
  return html`<p><code>${request}</code></p>
    ${explanation(operation.description)}
    ${
      operation.parameters.length > 0
        ? html`<h2>Parameters</h2>
            ${parameterTable({ parameters: operation.parameters, caption: `Parameters of ${request}`, address })}`
        : NOTHING
    }
    <h2>Answers</h2>
    ${operation.responses.map((response) =>
      responseSection({ response, caption: `${response.status} of ${request}`, address, errors }),
    )}`;
}

interface ParametersProps {
  readonly parameters: readonly DocumentedParameter[];
  readonly caption: string;
  readonly address: PartAddress;
}

function parameterTable({ parameters, caption, address }: ParametersProps): Html {
  return html`<div class="wide">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">In</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${parameters.map((parameter) => parameterRow(parameter, address))}
      </tbody>
    </table>
  </div>`;
}

function parameterRow(parameter: DocumentedParameter, address: PartAddress): Html {
  const { name, place, schema, description, required, examples } = parameter;
  const flag = required ? html`<p class="flag">required</p>` : NOTHING;
  return html`<tr>
    <td><code>${name}</code>${flag}</td>
    <td>${place}</td>
    <td>${schemaType(schema, address)}</td>
    <td>
      ${explanation(description)}${schemaLimits(schema)}${examples.flat().map((example) => exampleOf(name, example))}
    </td>
  </tr>`;
}

function exampleOf(name: string, example: unknown): Html {
  return html`<p class="quiet">e.g. <code>${name}=${textOf(example)}</code></p>`;
}

function textOf(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example);
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

/** The headers and bodies of an answer. @param caption what the answer is called, for its tables */
export function responseContent({ response, caption, address }: ResponseProps): Html {
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
        ${media.examples.map(
          (example) =>
            html`<details>
              <summary>Example</summary>
              <pre>${typeof example === 'string' ? example : JSON.stringify(example, null, 2)}</pre>
            </details>`,
        )}
      </div>`,
  )}`;
}

function mediaTable({ type, schema }: ApiResponse['content'][number], caption: string, address: PartAddress): Html {
  if (isNamed(schema) || Object.keys(schema).length === 0) return NOTHING;
  return schemaTable({ schema, caption: `${caption} as ${type}`, address });
}

function isNamed(schema: Json): boolean {
  return '$ref' in schema;
}
