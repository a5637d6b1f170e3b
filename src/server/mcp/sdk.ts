import { codeOf } from '#catalogue/error-code.ts';
/** The MCP package is not installed; the message says how to install it. */
export class McpNotInstalled extends Error {
  override readonly name = 'McpNotInstalled';

  constructor() {
    super(
      'Assistants cannot be served, because the optional package @modelcontextprotocol/server is not installed. Install Lectern without --omit=optional.',
    );
  }
}

export type Sdk = typeof import('@modelcontextprotocol/server');

/** Loads the official SDK. @throws McpNotInstalled */
export async function loadSdk(): Promise<Sdk> {
  return import('@modelcontextprotocol/server').catch(notInstalled);
}

/** The same for standard input and output. @throws McpNotInstalled */
export async function loadStdioSdk() {
  return import('@modelcontextprotocol/server/stdio').catch(notInstalled);
}

function notInstalled(error: unknown): never {
  if (codeOf(error) === 'ERR_MODULE_NOT_FOUND') throw new McpNotInstalled();
  throw error;
}
