import { writeFile } from 'node:fs/promises';
import { configSchema } from './config-schema.ts';
import { formatted } from '../docs/formatted.ts';

// Rewrites the schema for editors: node test/support/config/write-config-schema.ts
const file = 'deploy/lectern.schema.json';
await writeFile(file, await formatted(file, JSON.stringify(configSchema())));
