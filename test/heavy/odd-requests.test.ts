import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import fc from 'fast-check';
import { jsonOf } from '../support/http/http-answer.ts';
import { Contract } from '../support/http/contract.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import { bytesOf, oddConversation, type OddRequest } from '../support/hostile/odd-request.ts';
import { answersIn, exchange } from '../support/http/raw-exchange.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';

const AT_LEAST = 10_000;
const CONVERSATIONS_AT_ONCE = 8;
/** A small heap: in a large one, V8 leaves garbage for as long as the machine has memory, and growth says nothing. */
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=64 --max-semi-space-size=8', MALLOC_ARENA_MAX: '2' };
/** MiB that the process may grow by while it is asked; what it keeps rendered and answered is bounded by 8 + 8. */
const GROWTH_AT_MOST = 64;

it(`any request whatever is answered with a documented status, a well-formed body and no leak`, async (t) => {
  const { address, folder } = await databaseOf(t);
  await importRecords(address, UNIVERSITY);
  const settings = ['--base-url', 'https://talks.university.test', '--talk-memory', '8', '--answer-memory', '8'];
  const lectern = await serveLectern(address, settings, { variables: SMALL_HEAP });
  t.after(() => lectern.kill());
  const contract = new Contract(jsonOf(await lectern.ask('/openapi.json')), [folder, process.cwd()]);
  const before = residentMiB(lectern.process.pid);

  let answered = 0;
  const statuses = new Map<number, number>();
  const seed = Number(process.env.FC_SEED ?? Date.now() % 2 ** 31);
  t.diagnostic(`seed ${String(seed)}: FC_SEED=${String(seed)} asks the same again`);
  const batch = fc.array(oddConversation, { minLength: CONVERSATIONS_AT_ONCE, maxLength: CONVERSATIONS_AT_ONCE });
  await fc.assert(
    fc.asyncProperty(batch, async (conversations) => {
      const counts = await Promise.all(
        conversations.map(async (conversation) => {
          const answers = answersTo(conversation, await exchange(lectern.port, bytesOf(conversation)));
          assertAnswers(contract, conversation, answers);
          for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
          return answers.length;
        }),
      );
      answered += counts.reduce((sum, count) => sum + count, 0);
    }),
    { numRuns: 1_000, seed, endOnFailure: true, includeErrorInReport: true, interruptAfterTimeLimit: 120_000 },
  );

  t.diagnostic(`${String(answered)} answers: ${JSON.stringify(Object.fromEntries(statuses))}`);
  assert.ok(answered >= AT_LEAST, `only ${String(answered)} answers`);
  assert.equal(statuses.get(500), undefined);
  assert.equal((await lectern.ask('/healthz')).status, 200);
  assert.equal((await lectern.ask('/readyz')).status, 200);
  const grown = residentMiB(lectern.process.pid) - before;
  t.diagnostic(`${grown.toFixed(0)} MiB more than before`);
  assert.ok(grown < GROWTH_AT_MOST, `the process has grown by ${grown.toFixed(0)} MiB`);
  lectern.process.kill('SIGTERM');
  const { status, stderr } = await lectern.finished;
  assert.deepEqual([status, stderr], [0, '']);
});

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
    // The parser refuses what is malformed before it knows of a HEAD.
    const method = asked === 'HEAD' && answer.body.length > 0 && answer.status >= 400 ? 'GET' : asked;
    // What was no request can have been read as one, or as several: its answers need only be answers.
    if (bytes === undefined) contract.check({ method, target }, answer);
    else contract.checkAnyhow(answer);
    // Where the server gave up on a connection it has said so.
    const gaveUp = at === answers.length - 1 && answers.length <= conversation.length;
    if (gaveUp) assert.equal(answer.headers.connection, 'close', JSON.stringify({ method, target }));
  }
}

/** Resident memory of a process; 0 where the system does not tell in this way. */
function residentMiB(pid: number | undefined): number {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
    return Number(kibibytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
