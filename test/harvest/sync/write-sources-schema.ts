import { writeFile } from 'node:fs/promises';
import { SOURCES_SCHEMA } from '#harvest/sync/sources-schema.ts';
import { formatted } from '../../support/docs/formatted.ts';

// Writes the schema for editors anew: node test/harvest/sync/write-sources-schema.ts
const file = 'deploy/sources.schema.json';
await writeFile(file, await formatted(file, JSON.stringify(SOURCES_SCHEMA)));
