import type { ApiResponse, Json, DocumentedOperation, DocumentedParameter } from './api-document.ts';
import { Explanation, Phrase } from '../frame/explanation.tsx';
import { SchemaLimits, SchemaTable, SchemaType, type PartAddress } from './schema.tsx';

interface OperationProps {
  readonly operation: DocumentedOperation;
  readonly address: PartAddress;
  /** The page on which the answers that operations share are explained, each under its name. */
  readonly errors: string;
}

/** What an operation is asked with, and what it answers. */
export function OperationContent({ operation, address, errors }: OperationProps) {
  const request = `${operation.method} ${operation.path}`;
  return (
    <>
      <p>
        <code>{request}</code>
      </p>
      <Explanation text={operation.description} />
      {operation.parameters.length > 0 && (
        <>
          <h2>Parameters</h2>
          <Parameters parameters={operation.parameters} caption={`Parameters of ${request}`} address={address} />
        </>
      )}
      <h2>Answers</h2>
      {operation.responses.map((response) => (
        <Response
          key={response.status}
          response={response}
          caption={`${response.status} of ${request}`}
          address={address}
          errors={errors}
        />
      ))}
    </>
  );
}

interface ParametersProps {
  readonly parameters: readonly DocumentedParameter[];
  readonly caption: string;
  readonly address: PartAddress;
}

function Parameters({ parameters, caption, address }: ParametersProps) {
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
                <SchemaType schema={parameter.schema} address={address} />
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

interface ResponseProps {
  readonly response: ApiResponse;
  readonly caption: string;
  readonly address: PartAddress;
}

function Response({ response, caption, address, errors }: ResponseProps & Pick<OperationProps, 'errors'>) {
  if (response.sharedAs !== '') {
    return (
      <p>
        <code>{response.status}</code>{' '}
        <a href={`${errors}#${response.sharedAs}`}>
          <Phrase text={response.description} />
        </a>
      </p>
    );
  }
  return (
    <>
      <h3>{response.status}</h3>
      <Explanation text={response.description} />
      <ResponseContent response={response} caption={caption} address={address} />
    </>
  );
}

/** The headers and bodies of an answer. @param caption what the answer is called, for its tables */
export function ResponseContent({ response, caption, address }: ResponseProps) {
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
                <SchemaType schema={media.schema} address={address} />
              </>
            )}
          </p>
          {!isNamed(media.schema) && Object.keys(media.schema).length > 0 && (
            <SchemaTable schema={media.schema} caption={`${caption} as ${media.type}`} address={address} />
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
