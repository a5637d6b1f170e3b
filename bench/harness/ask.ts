import { Agent, get } from 'node:http';
import { fieldOf, listOf, numberOf } from './narrow.ts';

export type Headers = Readonly<Record<string, string>>;

export const JSON_PLAIN: Headers = { Accept: 'application/json' };

/** A response as received, without decoding its body. */
export interface Asked {
  readonly target: string;
  readonly status: number;
  /** Alternating names and values, as sent. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

const AGENT = new Agent({ keepAlive: true, maxSockets: 8 });

export function ask(port: number, target: string, headers: Headers, agent = AGENT): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path: target, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0, rawHeaders } = response;
        resolve({ target, status, rawHeaders, body: Buffer.concat(chunks) });
      });
    });
    request.on('error', reject);
  });
}

/** The responses in the order of the targets. Sends several requests at once. */
export async function askAll(port: number, targets: readonly string[], headers: Headers): Promise<Asked[]> {
  const answers: Asked[] = [];
  const entries = targets.entries();
  const worker = async (): Promise<void> => {
    for (const [i, target] of entries) answers[i] = await ask(port, target, headers);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return answers;
}

/** The version of the catalogue that a server serves. */
export async function servedVersion(port: number, agent?: Agent): Promise<number> {
  const ready: unknown = JSON.parse((await ask(port, '/readyz', JSON_PLAIN, agent)).body.toString());
  return numberOf(fieldOf(ready, 'catalogue'), 'version');
}

/** The talks on the page of a search. */
export async function foundTalks(port: number, target: string): Promise<readonly unknown[]> {
  const { body } = await ask(port, target, JSON_PLAIN);
  return listOf(fieldOf(JSON.parse(body.toString()), '_embedded'), 'talks');
}

/** The number of talks that match a search, and the number on its page. */
export async function counted(port: number, target: string): Promise<{ total: number; shown: number }> {
  const { status, body } = await ask(port, target, JSON_PLAIN);
  if (status !== 200) throw new Error(`${target}: ${String(status)} ${body.toString()}`);
  const answer: unknown = JSON.parse(body.toString());
  return { total: numberOf(answer, 'total'), shown: listOf(fieldOf(answer, '_embedded'), 'talks').length };
}
