import { findNames, listDepartments, listSeries } from './name-tools.ts';
import { readTalk, searchTalks } from './talk-tools.ts';
import type { Tool, ToolService } from './tool.ts';
import type { CallToolResult, McpServerFactory, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { Logger } from 'pino';
import type { Problem } from '#catalogue/problem.ts';
import type { Brand } from '#pages/frame/brand.ts';
import type { ReadCopy } from '#replica/read-copy.ts';
import { httpError } from '../http-error.ts';
import { unavailable } from '../http/errors.ts';
import { programVersion } from '#replica/program-version.ts';
import type { Sdk } from './sdk.ts';
import type { ObjectSchema } from '../openapi/json-schema.ts';

/** All tools. A test keeps docs/reference/assistants.md in step. */
export const TOOLS: readonly Tool[] = [searchTalks, readTalk, listDepartments, listSeries, findNames];

/** What the tools need. */
export interface McpService extends ToolService {
  readonly brand: Pick<Brand, 'name'>;
  readonly instance: { readonly replica: ReadCopy };
  readonly log: Logger;
  /** Of the HTTP request, if there is one. */
  readonly requestId?: () => string | undefined;
}

/** Timeout of a tool in milliseconds: shorter than that of the proxies in deploy/. */
const LONGEST_CALL = 4_000;

/** Makes MCP servers, one for each connection or request. */
export function mcpServers({ McpServer }: Sdk, service: McpService): McpServerFactory {
  const { publication, rules, brand } = service;
  const info = { name: 'lectern', title: brand.name, version: programVersion(), websiteUrl: publication.baseUrl };
  const instructions = `Talks (lectures, seminars and the like) published by ${brand.name}. Read-only. Times are in ${rules.timeZone} unless they end in Z. Give the address of every talk that you mention.`;
  // The list of tools never changes.
  const options = { instructions, capabilities: { tools: { listChanged: false } } };
  const tools = TOOLS.map((tool) => ({
    tool,
    config: {
      title: tool.title,
      description: tool.description,
      inputSchema: unchecked(tool.inputSchema(rules)),
      outputSchema: unchecked(tool.outputSchema),
      annotations: { title: tool.title, readOnlyHint: true, openWorldHint: false },
    },
  }));
  return () => {
    const server = new McpServer(info, options);
    for (const { tool, config } of tools)
      server.registerTool(tool.name, config, (given: unknown) => called(tool, service, given));
    return server;
  };
}

/** A schema that is only advertised: the tool itself checks arguments, with the messages of the interface. */
function unchecked(schema: ObjectSchema): StandardSchemaWithJSON {
  const told = (): Record<string, unknown> => ({ ...schema });
  const validate = (value: unknown) => ({ value });
  return { '~standard': { version: 1, vendor: 'lectern', validate, jsonSchema: { input: told, output: told } } };
}

async function called(tool: Tool, service: McpService, given: unknown): Promise<CallToolResult> {
  try {
    const result = await withinTime(tool.call(service, given));
    if (!result.ok) return failure(refusal(result.problems));
    const { lines, data } = result.value;
    return { content: [{ type: 'text', text: lines.join('\n') }], structuredContent: { ...data } };
  } catch (error) {
    const known = httpError(service.instance.replica, error, '');
    if (known.code === 'internal')
      service.log.error({ err: error, tool: tool.name, requestId: service.requestId?.() }, 'tool failed');
    return failure(`${known.detail.replace(/\.$/, '')}. Try again later.`);
  }
}

function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** All bad arguments at once, in the words of the interface. */
function refusal(problems: readonly Problem[]): string {
  const lines = problems.map(({ where, what, hint }) => `- ${where}: ${what} ${hint}`.trimEnd());
  return ['These arguments are missing or malformed:', ...lines].join('\n');
}

/** @throws HttpError 503 */
async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unavailable('The search timed out')), LONGEST_CALL).unref();
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
