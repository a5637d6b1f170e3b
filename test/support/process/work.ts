import { Session } from 'node:inspector/promises';

/**
 * Measures how much JavaScript a task runs, as the sum of the execution counts of all basic blocks. Unlike time, the
 * result is the same on every run and every machine. Matching a regular expression counts as one step, however long it
 * takes.
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
