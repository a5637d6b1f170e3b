import { writeFileSync } from 'node:fs';
import { serialize } from 'node:v8';
import { askAll, type Asked, type Headers } from './ask.ts';
import { median } from './statistics.ts';

/** Headers that node:http adds automatically, also in the baseline. */
const WRITTEN_BY_NODE = new Set(['date', 'connection', 'keep-alive']);

/**
 * Requests every target and writes the responses to a file for the baseline.
 * @throws Error if a response is not 200
 */
export async function recordAll(
  port: number,
  targets: readonly string[],
  headers: Headers,
  file: string,
): Promise<void> {
  write(await recorded(port, targets, headers), file);
}

/** Requests the targets and writes only the response of median length to a file for the baseline. */
export async function recordTypical(
  port: number,
  targets: readonly string[],
  headers: Headers,
  file: string,
): Promise<void> {
  const answers = await recorded(port, targets, headers);
  const middle = median(answers.map(({ body }) => body.length));
  const distance = ({ body }: Asked): number => Math.abs(body.length - middle);
  const [typical] = answers.sort((a, b) => distance(a) - distance(b));
  if (typical === undefined) throw new Error('nothing was recorded');
  write([typical], file);
}

async function recorded(port: number, targets: readonly string[], headers: Headers): Promise<Asked[]> {
  const answers = await askAll(port, targets, headers);
  const bad = answers.find(({ status }) => status !== 200);
  if (bad !== undefined) throw new Error(`${bad.target}: ${String(bad.status)} ${bad.body.toString()}`);
  return answers;
}

function write(answers: readonly Asked[], file: string): void {
  const keepAlive = Number(/timeout=(\d+)/.exec(headerOf(answers[0], 'keep-alive'))?.[1] ?? 5) * 1000;
  const kept = answers.map(({ target, status, rawHeaders, body }) => ({
    target,
    status,
    headers: withoutNodesOwn(rawHeaders),
    body,
  }));
  writeFileSync(file, serialize({ answers: kept, keepAlive }));
}

function headerOf(answer: Asked | undefined, wanted: string): string {
  const at = answer?.rawHeaders.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === wanted) ?? -1;
  return at < 0 ? '' : (answer?.rawHeaders[at + 1] ?? '');
}

function withoutNodesOwn(rawHeaders: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (!WRITTEN_BY_NODE.has(name.toLowerCase())) kept.push(name, rawHeaders[i + 1] ?? '');
  }
  return kept;
}
