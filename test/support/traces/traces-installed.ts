const PACKAGES = ['@opentelemetry/sdk-trace', '@opentelemetry/exporter-trace-otlp-proto', 'protobufjs'];

/** Why tests of traces are skipped; false if they run. */
export const NO_TRACES = PACKAGES.every(isInstalled) ? false : `${PACKAGES.join(', ')} are not installed`;

function isInstalled(name: string): boolean {
  try {
    return import.meta.resolve(name) !== '';
  } catch {
    return false;
  }
}
