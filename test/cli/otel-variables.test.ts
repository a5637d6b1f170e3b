import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { otelVariables } from '../../src/cli/tracing/otel-variables.ts';

test('without OTEL_ variables, every trace is recorded unless its parent is not sampled', () => {
  const everything = { isOff: false, sampler: { isParentBased: true, ratio: 1 }, batches: {} };
  assert.deepEqual(otelVariables({}), everything);
  assert.deepEqual(otelVariables({ OTEL_TRACES_SAMPLER: '', OTEL_TRACES_EXPORTER: 'otlp' }), everything);
});

test('OTEL_ variables turn traces off, choose a sampler, and configure batches', () => {
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

test('invalid OTEL_ variables are rejected', () => {
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

test('the how-to explains all OTEL_ variables that Lectern reads', () => {
  const names = new Set(readFileSync('src/cli/tracing/otel-variables.ts', 'utf8').match(/OTEL_[A-Z_]+/g));
  const howTo = readFileSync('docs/how-to/trace-requests.md', 'utf8');
  assert.ok(names.size > 10);
  assert.deepEqual(
    [...names].filter((name) => !howTo.includes(`\`${name}\``)),
    [],
  );
});
