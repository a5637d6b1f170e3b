/** The part of the official SDK's client that tests use, so that they type-check where it is not installed. */
declare module '@modelcontextprotocol/client' {
  export interface Transport {
    close(): Promise<void>;
  }
  export class StreamableHTTPClientTransport implements Transport {
    constructor(url: URL);
    close(): Promise<void>;
  }
  export class Client {
    constructor(
      info: { name: string; version: string },
      options: { versionNegotiation: { mode: 'legacy' | 'auto' | { pin: string } } },
    );
    connect(transport: Transport): Promise<void>;
    close(): Promise<void>;
    getServerVersion(): { readonly name: string; readonly title?: string } | undefined;
    getServerCapabilities(): { readonly tools?: { readonly listChanged?: boolean } } | undefined;
    getInstructions(): string | undefined;
    getNegotiatedProtocolVersion(): string | undefined;
    listTools(): Promise<{
      tools: readonly {
        readonly name: string;
        readonly annotations?: { readonly readOnlyHint?: boolean };
        readonly inputSchema: { readonly required?: readonly string[]; readonly additionalProperties?: unknown };
      }[];
    }>;
    callTool(call: { name: string; arguments: Readonly<Record<string, unknown>> }): Promise<{
      readonly content: readonly { readonly type: string; readonly text?: string }[];
      readonly structuredContent?: unknown;
      readonly isError?: boolean;
    }>;
  }
}

declare module '@modelcontextprotocol/client/stdio' {
  import type { Transport } from '@modelcontextprotocol/client';

  export class StdioClientTransport implements Transport {
    constructor(options: { command: string; args: string[]; env: Record<string, string>; stderr: 'ignore' });
    close(): Promise<void>;
  }
}
