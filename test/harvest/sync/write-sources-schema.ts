import { writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import { SOURCES_SCHEMA } from '#harvest/sync/sources-schema.ts';

// Writes the schema for editors anew: node test/harvest/sync/write-sources-schema.ts
await writeFile(
  'deploy/sources.schema.json',
  await format(JSON.stringify(SOURCES_SCHEMA), { parser: 'json', printWidth: 120 }),
);
