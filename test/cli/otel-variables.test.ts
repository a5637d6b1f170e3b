import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { otelVariables } from '../../src/cli/tracing/otel-variables.ts';

test('without variables of OpenTelemetry, every trace is recorded, unless who began it does not', () => {
  const everything = { isOff: false, sampler: { isParentBased: true, ratio: 1 }, batches: {} };
  assert.deepEqual(otelVariables({}), everything);
  assert.deepEqual(otelVariables({ OTEL_TRACES_SAMPLER: '', OTEL_TRACES_EXPORTER: 'otlp' }), everything);
});

test('variables of OpenTelemetry turn traces off, choose some of them, and say when they are sent', () => {
  assert.equal(otelVariables({ OTEL_SDK_DISABLED: 'True' }).isOff, true);
  assert.equal(otelVariables({ OTEL_TRACES_EXPORTER: 'none' }).isOff, true);
  for (const [name, argument, isParentBased, ratio] of [
    ['always_on', '0.5', false, 1],
    ['always_off', undefined, false, 0],
    ['traceidratio', '0.25', false, 0.25],
    ['traceidratio', undefined, false, 1],
    ['parentbased_always_off', undefined, true, 0],
    ['parentbased_traceidratio', '0', true, 0],
  ] as const) {
    const variables = { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument };
    assert.deepEqual(otelVariables(variables).sampler, { isParentBased, ratio }, name);
  }
  assert.deepEqual(otelVariables({ OTEL_BSP_SCHEDULE_DELAY: '100', OTEL_BSP_MAX_QUEUE_SIZE: '50' }).batches, {
    scheduledDelayMillis: 100,
    maxQueueSize: 50,
  });
});

test('variables of OpenTelemetry that are wrong are refused', () => {
  for (const [name, texts] of Object.entries({
    OTEL_TRACES_EXPORTER: ['zipkin'],
    OTEL_TRACES_SAMPLER: ['jaeger_remote', 'Always_On'],
    OTEL_TRACES_SAMPLER_ARG: ['2', '-1', 'half'],
    OTEL_EXPORTER_OTLP_ENDPOINT: ['localhost:4318', 'ftp://a'],
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ['/v1/traces'],
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: ['http/json'],
    OTEL_BSP_EXPORT_TIMEOUT: ['0', '1s', '100000000'],
  }))
    for (const text of texts)
      assert.throws(() => otelVariables({ [name]: text }), new RegExp(`^OtelVariablesUnusable: ${name}: "`), text);
});

test('variables of OpenTelemetry that are read are explained in the how-to', () => {
  const names = new Set(readFileSync('src/cli/tracing/otel-variables.ts', 'utf8').match(/OTEL_[A-Z_]+/g));
  const howTo = readFileSync('docs/how-to/trace-requests.md', 'utf8');
  assert.ok(names.size > 10);
  assert.deepEqual(
    [...names].filter((name) => !howTo.includes(`\`${name}\``)),
    [],
  );
});
