import type { Logger } from 'pino';
import type { MetricsServer } from '#server/ops/metrics-server.ts';
import type { Finding } from './doctor/finding.ts';
import { statusPage } from './doctor/status-page.ts';
import type { Settings } from './settings/settings.ts';

interface Told {
  /** In the Prometheus text format. */
  readonly metrics: () => string | Promise<string>;
  readonly doctor: () => Promise<readonly Finding[]>;
}

/** Undefined if metrics are off, or their address cannot be listened on. */
export async function openMetrics(
  { metrics: address, statusToken }: Pick<Settings, 'metrics' | 'statusToken'>,
  { metrics, doctor }: Told,
  log: Logger,
): Promise<MetricsServer | undefined> {
  if (address === null) return undefined;
  const { MetricsServer: Opened } = await import('#server/ops/metrics-server.ts');
  const status = async (accept: string): Promise<{ contentType: string; body: string }> => {
    const findings = await doctor();
    return accept.includes('application/json')
      ? { contentType: 'application/json', body: `${JSON.stringify(findings, null, 2)}\n` }
      : { contentType: 'text/html; charset=utf-8', body: statusPage(findings, new Date()) };
  };
  return Opened.open(address, { metrics, status, statusToken }, log);
}
