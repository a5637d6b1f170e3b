import assert from 'node:assert/strict';
import type { Client, Transport } from '@modelcontextprotocol/client';
import { runsSources } from '../runner/sources.ts';
import { LECTERN } from '../process/command.ts';

/** Clients from before and after the protocol dropped sessions. The older ones do not support the newer protocol. */
export const ERAS = ['legacy', 'auto'] as const;
export type Era = (typeof ERAS)[number];

/** The result of a tool. The SDK's client has checked its data against the tool's output schema. */
interface ToolAnswer {
  readonly text: string;
  readonly data: unknown;
  readonly isError: boolean;
}

/** The SDK's client, used as in assistants. */
export interface Assistant {
  readonly client: Client;
  readonly call: (tool: string, given?: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>;
  readonly close: () => Promise<void>;
}

async function connected(transport: Transport, era: Era): Promise<Assistant> {
  // Imported here, because the package is optional: without it, the tests that need it are skipped.
  const sdk = await import('@modelcontextprotocol/client');
  const client = new sdk.Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: era } });
  await client.connect(transport);
  // The client only checks results of tools that it has listed.
  await client.listTools();
  return {
    client,
    call: async (name, given) => {
      const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: { ...given } });
      const [only, ...others] = content;
      assert.ok(only?.text !== undefined && others.length === 0, 'the result is not a single text');
      return { text: only.text, data: structuredContent, isError };
    },
    close: () => client.close(),
  };
}

/** Connects to a server over HTTP. */
export async function assistantAt(port: number, era: Era = 'auto'): Promise<Assistant> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  return connected(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)), era);
}

/** Starts `lectern mcp`, as assistants do. */
export async function assistantWith(args: readonly string[], era: Era = 'auto'): Promise<Assistant> {
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, ...definedOf(runsSources()) };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [LECTERN, 'mcp', ...args],
    env,
    stderr: 'ignore',
  });
  return connected(transport, era);
}

function definedOf(variables: Partial<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
