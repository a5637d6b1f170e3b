import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mebibytes, processMemory } from '../../bench/harness/process-memory.ts';
import { jsonOf } from '../support/http/http-answer.ts';
import { Contract } from '../support/http/contract.ts';
import { bytesOf, oddConversation, type OddRequest } from '../support/hostile/odd-request.ts';
import { answersIn, exchange } from '../support/http/raw-exchange.ts';
import type { ServingProcess } from '../support/process/lectern-process.ts';

const CONVERSATIONS_AT_ONCE = 8;
/** The least number of responses to a batch: one for each conversation. */
const REQUESTS_IN_BATCH = 8;

/** Settings for small caches, so that growing memory is a leak. */
export const SMALL_CACHES = ['--answer-memory', '2'];
/** A small heap. In a large one, V8 keeps garbage while the machine has memory, so growth proves nothing. */
export const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=64 --max-semi-space-size=8', MALLOC_ARENA_MAX: '2' };

interface OddOptions {
  /** The number of responses after which to stop. */
  readonly requests: number;
  readonly seed: number;
  /** Texts that no response may contain: paths of this machine. */
  readonly secrets: readonly string[];
}

interface OddOutcome {
  readonly answered: number;
  /** The number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** The longest time for all requests of one connection. */
  readonly slowest: { readonly milliseconds: number; readonly asked: string };
  /** MiB that the process grew by; 0 if the system does not report it. */
  readonly grown: number;
}

/**
 * Sends odd requests from several clients at once. Throws an error with the requests and the seed if a response does
 * not match the OpenAPI document of the server.
 */
export async function askOddly(server: ServingProcess, { requests, seed, secrets }: OddOptions): Promise<OddOutcome> {
  const { port } = server;
  const resident = (): number => mebibytes(processMemory(server.process.pid ?? 0)?.resident ?? 0);
  const contract = new Contract(jsonOf(await server.ask('/openapi.json')), secrets);
  const before = resident();
  const statuses = new Map<number, number>();
  let answered = 0;
  let slowest = { milliseconds: 0, asked: '' };

  async function converse(conversation: readonly OddRequest[]): Promise<void> {
    const bytes = bytesOf(conversation);
    const begun = performance.now();
    const received = await exchange(port, bytes).catch((error: unknown) => {
      throw new Error(`${String(error)}\nasked ${JSON.stringify(bytes.slice(0, 5_000))}`, { cause: error });
    });
    const milliseconds = performance.now() - begun;
    const answers = answersTo(conversation, received);
    assertAnswers(contract, conversation, answers);
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    answered += answers.length;
    // Lectern waits for the rest of an incomplete request, which does not count.
    const isWaitedFor = answers.some(({ status }) => status === 408);
    if (milliseconds > slowest.milliseconds && !isWaitedFor) slowest = { milliseconds, asked: bytes.slice(0, 500) };
  }

  const batch = fc.array(oddConversation, { minLength: CONVERSATIONS_AT_ONCE, maxLength: CONVERSATIONS_AT_ONCE });
  await fc.assert(
    fc.asyncProperty(batch, async (conversations) => {
      if (answered < requests) await Promise.all(conversations.map(converse));
    }),
    { numRuns: Math.ceil(requests / REQUESTS_IN_BATCH), seed, endOnFailure: true, includeErrorInReport: true },
  );
  return { answered, statuses, slowest, grown: resident() - before };
}

type Answers = ReturnType<typeof answersIn>;

function answersTo(conversation: readonly OddRequest[], bytes: Buffer): Answers {
  try {
    const methods = conversation.map(({ method }) => method);
    return answersIn(bytes, methods);
  } catch (error) {
    throw new Error(`not well-formed: ${bytes.toString('latin1').slice(-2_000)}`, { cause: error });
  }
}

function assertAnswers(contract: Contract, conversation: readonly OddRequest[], answers: Answers): void {
  assert.ok(answers.length > 0, `no answer to ${JSON.stringify(bytesOf(conversation).slice(0, 2_000))}`);
  for (const [at, answer] of answers.entries()) {
    const { method: asked, target, bytes } = conversation[at] ?? { method: '', target: '', bytes: '' };
    // The parser refuses a malformed request before it knows that the method is HEAD.
    const method = asked === 'HEAD' && answer.body.length > 0 && answer.status >= 400 ? 'GET' : asked;
    // What the parser refuses has no path yet, and so no suffix that chooses the form of the error.
    const isRefusedUnread = answer.status === 400 && answer.headers.connection === 'close';
    // Malformed bytes may be read as one request or several, so any well-formed response will do.
    if (bytes === undefined && !isRefusedUnread) contract.check({ method, target }, answer);
    else contract.checkAnyhow(answer);
    // If the server gives up on a connection, it must say so.
    const gaveUp = at === answers.length - 1 && answers.length <= conversation.length;
    if (gaveUp) assert.equal(answer.headers.connection, 'close', JSON.stringify({ method, target }));
  }
}
