import { readdirSync } from 'node:fs';
import { Agent } from 'node:http';
import { mebibytes, processMemory } from '../../bench/harness/process-memory.ts';
import { Random } from '../../bench/harness/random.ts';
import { median } from '../../bench/harness/statistics.ts';
import type { WireRecord } from '../support/catalogue/wire-records.ts';
import type { ServingProcess } from '../support/process/lectern-process.ts';

const AT_ONCE = 16;
/** Each import changes one talk in this many. */
const ONE_CHANGED_OF = 100;
/** Requests before the list of them begins again. */
const QUESTIONS = 50_000;

interface SoakOptions {
  /** The catalogue. Every import has all of it, slightly changed. */
  readonly records: readonly WireRecord[];
  readonly publish: (records: readonly WireRecord[]) => Promise<void>;
  readonly blocks: number;
  /** Requests that are sent during each import. */
  readonly requestsOfImport: number;
  readonly importsInBlock: number;
  readonly seed: number;
}

/** What a server holds after a block of requests: the median over the second half of the block. */
interface Held {
  /** Resident memory. */
  readonly mebibytes: number;
  readonly openFiles: number;
}

interface SoakOutcome {
  readonly answered: number;
  readonly imports: number;
  /** Answers other than 200. */
  readonly failed: number;
  readonly blocks: readonly Held[];
}

/**
 * Requests everything that a server publishes, on several connections, while its catalogue is imported again and
 * again. Throws an error if the system does not report the memory and open files of a process.
 */
export async function soak(server: ServingProcess, options: SoakOptions): Promise<SoakOutcome> {
  const { records, publish, requestsOfImport, importsInBlock, seed } = options;
  const questions = questionsAbout(records, new Random(seed));
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const blocks: Held[] = [];
  let [answered, imports, failed] = [0, 0, 0];
  const asking = async (until: number): Promise<void> => {
    while (answered < until) {
      const question = questions[(answered += 1) % questions.length] ?? '/';
      const { status } = await server.ask(question, { agent, headers: { 'accept-encoding': 'gzip' } });
      if (status === 200) continue;
      failed += 1;
      process.stderr.write(`${String(status)} ${question}\n`);
    }
  };
  while (blocks.length < options.blocks) {
    const samples: Held[] = [];
    while (samples.length < importsInBlock) {
      imports += 1;
      const until = imports * requestsOfImport;
      await Promise.all([
        ...Array.from({ length: AT_ONCE }, () => asking(until)),
        publish(changedBy(imports, records)),
      ]);
      samples.push(heldBy(server.process.pid));
    }
    blocks.push(middle(samples.slice(Math.floor(samples.length / 2))));
  }
  agent.destroy();
  return { answered, imports, failed, blocks };
}

/** Requests about these records: searches of many kinds, talks in several representations, lists and pages. */
function questionsAbout(records: readonly WireRecord[], random: Random): string[] {
  const slugsOf = (type: string): string[] =>
    records.filter((one) => one.type === type && one.public !== false).map(({ slug }) => String(slug));
  const [talks, series, people] = [slugsOf('talk'), slugsOf('series'), slugsOf('person')];
  const words = records.flatMap(({ type, title }) =>
    type === 'talk' ? (String(title).match(/\p{L}{4,}/gu) ?? []) : [],
  );
  const word = (letters = Infinity): string => encodeURIComponent(random.pick(words).toLowerCase().slice(0, letters));
  const day = (): string =>
    `${String(2024 + random.below(5))}-${twoDigits(1 + random.below(12))}-${twoDigits(1 + random.below(28))}`;
  const kinds: readonly (() => string)[] = [
    () => `/api/talks/search?from=${day()}&to=plus${String(1 + random.below(300))}&page=${String(1 + random.below(3))}`,
    () => `/api/talks/search.xml?from=${day()}&to=plus30`,
    () => `/api/talks/search?from=2024-01-01&q=${word()}`,
    () => `/api/talks/search.ics?from=${day()}&to=plus60&q=${word()}`,
    () => `/api/talks/search?from=${day()}&facets=topic,venue&speaker=${random.pick(people)}`,
    () => `/api/suggest?q=${word(4)}`,
    () => `/api/talks/${random.pick(talks)}`,
    () => `/api/talks/${random.pick(talks)}.ics`,
    () => `/talks/id/${random.pick(talks)}/`,
    () => `/api/series/${random.pick(series)}`,
    () => `/talks/series/id/${random.pick(series)}`,
    () => `/search?from=${day()}&q=${word()}`,
    () => `/agenda?from=${day()}&to=plus7`,
    () => `/calendar/month/${day().slice(0, 7)}`,
    () => `/embed/talks?from=${day()}&to=plus30`,
  ];
  return Array.from({ length: QUESTIONS }, () => random.pick(kinds)());
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

/** The records with new titles for some of the talks, different ones in each import. */
function changedBy(imports: number, records: readonly WireRecord[]): readonly WireRecord[] {
  return records.map((record, i) =>
    record.type === 'talk' && (i + imports) % ONE_CHANGED_OF === 0
      ? { ...record, title: `${String(record.title)} (${String(imports)})` }
      : record,
  );
}

function heldBy(pid = 0): Held {
  const memory = processMemory(pid);
  if (memory === undefined) throw new Error('there is no /proc to read memory and open files from');
  return { mebibytes: mebibytes(memory.resident), openFiles: readdirSync(`/proc/${String(pid)}/fd`).length };
}

function middle(samples: readonly Held[]): Held {
  return {
    mebibytes: median(samples.map((each) => each.mebibytes)),
    openFiles: median(samples.map(({ openFiles }) => openFiles)),
  };
}
