import type { EventEmitter } from 'node:events';
import { lectern, type CommandOptions, type Finished } from './command.ts';

/**
 * Runs `lectern serve` with one worker, or another service, in this process until its start has failed. Then removes
 * its listeners, which a service keeps until its process ends. Its log is not in the result.
 */
export async function failedStart(args: readonly string[], options: CommandOptions = {}): Promise<Finished> {
  const emitter: EventEmitter = process;
  const kept = ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'].map((event) => [event, emitter.rawListeners(event)] as const);
  try {
    return await lectern(args[0] === 'serve' ? [...args, '--workers', '1', '--metrics', 'off'] : args, options);
  } finally {
    for (const [event, listeners] of kept) {
      emitter.removeAllListeners(event);
      for (const listener of listeners) emitter.on(event, listener as () => void);
    }
  }
}
