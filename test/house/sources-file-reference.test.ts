import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SOURCES_SCHEMA } from '#harvest/sync/sources-schema.ts';
import { tableUnder } from '../support/docs/markdown-table.ts';

describe('docs/reference/sources-file.md', () => {
  const page = 'docs/reference/sources-file.md';
  const { properties } = SOURCES_SCHEMA;

  it('lists the same top-level keys as the schema', async () => {
    const rows = await tableUnder(page, 'Top level');
    assert.deepEqual(
      rows.map(([name]) => name),
      Object.keys(properties),
    );
  });

  it('lists the same settings of a source and defaults as the schema', async () => {
    const rows = await tableUnder(page, 'Settings of a source');
    assert.deepEqual(
      rows.map(([name]) => name),
      Object.keys(properties.sources.items.properties),
    );
    const defaults = Object.entries(properties.sources.items.properties).flatMap(([name, setting]) =>
      'default' in setting ? [[name, String(setting.default)]] : [],
    );
    const listed = rows.filter(([name]) => defaults.some(([one]) => one === name));
    assert.deepEqual(
      listed.map(([name, value]) => [name, value]),
      defaults,
    );
  });
});
