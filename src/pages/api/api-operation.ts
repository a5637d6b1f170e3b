import type { JsonObject } from '#catalogue/json-object.ts';
import type { ApiResponse, DocumentedOperation, DocumentedParameter } from './api-document.ts';
import { explanation, phrase } from '../frame/explanation.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { referenceTable, schemaLimits, schemaTable, schemaType, jsonText, type PartAddress } from './schema.ts';

interface OperationProps {
  readonly operation: DocumentedOperation;
  readonly address: PartAddress;
  /** The page that documents errors, each under an anchor of its name. */
  readonly errors: string;
}

/** The parameters and responses of an operation. */
export function operationContent({ operation, address, errors }: OperationProps): Html {
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
