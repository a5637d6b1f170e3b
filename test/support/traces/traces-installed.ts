const PACKAGES = ['@opentelemetry/sdk-trace', '@opentelemetry/exporter-trace-otlp-proto', 'protobufjs'];

/** Why traces cannot be tested here; false if they can. */
export const NO_TRACES = PACKAGES.every(isInstalled) ? false : `${PACKAGES.join(', ')} are not all installed`;

function isInstalled(name: string): boolean {
  try {
    return import.meta.resolve(name) !== '';
  } catch {
    return false;
  }
}
