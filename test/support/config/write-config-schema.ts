import { writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import { configSchema } from './config-schema.ts';

// Rewrites the schema for editors: node test/support/config/write-config-schema.ts
await writeFile(
  'deploy/lectern.schema.json',
  await format(JSON.stringify(configSchema()), { parser: 'json', printWidth: 120 }),
);
