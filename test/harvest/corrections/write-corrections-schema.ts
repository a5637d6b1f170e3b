import { writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import { CORRECTIONS_SCHEMA } from '#harvest/corrections/corrections-schema.ts';

// Writes the schema for editors anew: node test/harvest/corrections/write-corrections-schema.ts
await writeFile(
  'deploy/corrections.schema.json',
  await format(JSON.stringify(CORRECTIONS_SCHEMA), { parser: 'json', printWidth: 120 }),
);
