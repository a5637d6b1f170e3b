import { Session } from 'node:inspector/promises';

/**
 * Counts how much JavaScript runs: the sum of the execution counts of all basic blocks. Unlike time, it is the same
 * each time on every machine. A match of a regular expression counts as one step.
 */
export class Work {
  readonly #session = new Session();

  static async count(): Promise<Work> {
    const work = new Work();
    work.#session.connect();
    await work.#session.post('Profiler.enable');
    await work.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    return work;
  }

  async of(task: () => void): Promise<number> {
    await this.#session.post('Profiler.takePreciseCoverage');
    task();
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    let steps = 0;
    for (const { functions } of result)
      for (const { ranges } of functions) for (const { count } of ranges) steps += count;
    return steps;
  }

  close(): void {
    this.#session.disconnect();
  }
}
