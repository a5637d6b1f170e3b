import type { Host } from '../host.ts';
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
export function standardErrorLog({ stderr }: Pick<Host, 'stderr'>): TracingLog {
  return { warn: ({ reason }, message) => void stderr.write(`${message}: ${printable(reason)}\n`) };
}
