/** The part of the official SDK that we use. The package is optional, so its own types may be missing. */
declare module '@modelcontextprotocol/server' {
  export interface CallToolResult {
    content: { type: 'text'; text: string }[];
    structuredContent?: Record<string, unknown>;
    isError?: boolean;
  }

  /** standardschema.dev, with the JSON Schema that is advertised. */
  export interface StandardSchemaWithJSON {
    readonly '~standard': {
      readonly version: 1;
      readonly vendor: string;
      readonly validate: (value: unknown) => { readonly value: unknown };
      readonly jsonSchema: {
        readonly input: () => Record<string, unknown>;
        readonly output: () => Record<string, unknown>;
      };
    };
  }

  export class McpServer {
    constructor(
      info: { name: string; title: string; version: string; websiteUrl: string },
      options: { instructions: string; capabilities: { tools: { listChanged: boolean } } },
    );
    registerTool(
      name: string,
      config: {
        title: string;
        description: string;
        inputSchema: StandardSchemaWithJSON;
        outputSchema: StandardSchemaWithJSON;
        annotations: { title: string; readOnlyHint: boolean; openWorldHint: boolean };
      },
      call: (given: unknown) => Promise<CallToolResult>,
    ): unknown;
  }

  export type McpServerFactory = () => McpServer;

  export interface McpHttpHandler {
    fetch: (request: Request, options: { parsedBody: unknown }) => Promise<Response>;
  }
  export function createMcpHandler(
    factory: McpServerFactory,
    options: { maxSubscriptions: number; keepAliveMs: number; onerror: (error: Error) => void },
  ): McpHttpHandler;
}

declare module '@modelcontextprotocol/server/stdio' {
  import type { Readable, Writable } from 'node:stream';
  import type { McpServerFactory } from '@modelcontextprotocol/server';

  export class StdioServerTransport {
    constructor(input: Readable, output: Writable, options: { maxBufferSize: number });
    close(): Promise<void>;
  }
  export function serveStdio(
    factory: McpServerFactory,
    options: { transport: StdioServerTransport; maxSubscriptions: number; onerror: (error: Error) => void },
  ): { close(): Promise<void> };
}
