import { KeptConnection } from '../http/kept-connection.ts';
import { slugOf } from '../catalogue/wire-records.ts';

/** Sends requests in a loop over keep-alive connections, and records failures. */
export class WorkerReaders {
  asked = 0;
  readonly wrong: string[] = [];
  #isOver = false;
  readonly #done: Promise<unknown>;

  constructor(port: number, count: number) {
    this.#done = Promise.all(Array.from({ length: count }, (_, reader) => this.#read(port, reader)));
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#done;
  }

  async #read(port: number, reader: number): Promise<void> {
    let connection: KeptConnection | undefined;
    for (let n = 0; !this.#isOver; n += 1) {
      try {
        connection ??= await KeptConnection.open(port);
        const paths = this.#paths(reader, n);
        const answers = await connection.askAll(paths, n % 3 === 0 ? 'Accept-Encoding: gzip\r\n' : '');
        this.asked += answers.length;
        this.wrong.push(...answers.filter(({ status }) => status !== 200).map(({ status }) => String(status)));
        if (answers.at(-1)?.headers.connection === 'close') {
          connection.end();
          connection = undefined;
        }
      } catch (error) {
        this.wrong.push(String(error));
        connection = undefined;
      }
    }
    connection?.end();
  }

  /**
   * Half of the readers send one request at a time, the others pipeline four. Most targets are unique, to miss caches.
   */
  #paths(reader: number, n: number): string[] {
    const once = `/api/talks/search?from=2026-01-01&count=20&x=${String(reader)}-${String(n)}`;
    return reader % 2 === 0
      ? [once]
      : ['/healthz', once, `/api/talks/${slugOf(n % 200)}`, `/talks/id/${slugOf(n % 200)}`];
  }
}
