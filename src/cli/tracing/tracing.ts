import type { Settings } from '../settings/settings.ts';
import { printable } from '../reports/report.ts';
import type { Tracing, TracingLog } from './start-tracing.ts';

/**
 * Undefined if traces are off, in which case OpenTelemetry is not loaded.
 *
 * @throws as `startTracing` does
 */
export async function tracingOf(
  settings: Pick<Settings, 'traces' | 'trustedProxies'>,
  log: TracingLog,
  worker?: number,
): Promise<Tracing | undefined> {
  if (settings.traces === 'off') return undefined;
  const { startTracing } = await import('./start-tracing.ts');
  return startTracing(settings, log, worker);
}

/** For commands without a log. */
export const STANDARD_ERROR: TracingLog = {
  warn: ({ reason }, message) => void process.stderr.write(`${message}: ${printable(reason)}\n`),
};
