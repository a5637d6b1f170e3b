import { resolve } from 'node:path';
import jsonld from 'jsonld';
import ts from 'typescript';

const CONTEXT = 'https://schema.org';

/**
 * Errors in documents that use schema.org's vocabulary. The TypeScript compiler checks them against types generated
 * from the vocabulary, with all classes, properties and values.
 * @param documents each with its type and its JSON
 */
export function vocabularyFaults(documents: readonly { readonly type: string; readonly json: string }[]): string[] {
  const file = resolve('test/schema-org-documents.ts');
  const types = [...new Set(documents.map(({ type }) => type))];
  const source = [
    `import type { WithActionConstraints, WithContext, ${types.join(', ')} } from 'schema-dts';`,
    ...documents.map(({ type, json }, at) => `export const d${String(at)}: ${declared(type)} = ${inSource(json)};`),
  ].join('\n');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2022.d.ts'],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const fileExists = host.fileExists.bind(host);
  const readFile = host.readFile.bind(host);
  const getSourceFile = host.getSourceFile.bind(host);
  host.fileExists = (name) => name === file || fileExists(name);
  host.readFile = (name) => (name === file ? source : readFile(name));
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ messageText, start = 0 }) =>
        `${ts.flattenDiagnosticMessageText(messageText, ' ')} in ${source.slice(start, start + 200)}`,
    );
}

function declared(type: string): string {
  return type === 'WebSite'
    ? `WithContext<${type}> & { potentialAction: WithActionConstraints<import('schema-dts').SearchAction> }`
    : `WithContext<${type}>`;
}

/**
 * Writes a document with characters in place of the escapes of surrogate pairs, which the compiler would not accept.
 */
function inSource(json: string): string {
  return JSON.stringify(JSON.parse(json));
}

/** Expands a document with a JSON-LD 1.1 processor in safe mode. @param address address of the document */
export async function expanded(json: string, address?: string): Promise<unknown> {
  const document: unknown = JSON.parse(json);
  return jsonld.expand(
    document as object,
    {
      safe: true,
      ...(address === undefined ? {} : { base: address }),
      documentLoader: async (url: string) => {
        if (!url.startsWith(CONTEXT)) throw new Error(`no context at ${url}`);
        return {
          documentUrl: url,
          document: {
            '@context': {
              '@vocab': 'https://schema.org/',
              url: { '@type': '@id' },
              sameAs: { '@type': '@id' },
              image: { '@type': '@id' },
              eventStatus: { '@type': '@vocab' },
              eventAttendanceMode: { '@type': '@vocab' },
            },
          },
        };
      },
    } as jsonld.Options.Expand,
  );
}
