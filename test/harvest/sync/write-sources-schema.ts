import { writeFile } from 'node:fs/promises';
import { SOURCES_SCHEMA } from '#harvest/sync/sources-schema.ts';
import { formatted } from '../../support/docs/formatted.ts';

// Regenerates the schema for editors: node test/harvest/sync/write-sources-schema.ts
const file = 'deploy/sources.schema.json';
await writeFile(file, await formatted(file, JSON.stringify(SOURCES_SCHEMA)));
