import type { Logger } from 'pino';
import type { MetricsServer } from '#server/ops/metrics-server.ts';
import type { Settings } from './settings/settings.ts';

/** Undefined where metrics are off, or nothing can listen at their address. */
export async function openMetrics(
  { metrics }: Pick<Settings, 'metrics'>,
  text: () => string | Promise<string>,
  log: Logger,
): Promise<MetricsServer | undefined> {
  if (metrics === null) return undefined;
  const { MetricsServer: Opened } = await import('#server/ops/metrics-server.ts');
  return Opened.open(metrics, text, log);
}
