import { writeFile } from 'node:fs/promises';
import { CORRECTIONS_SCHEMA } from '#harvest/corrections/corrections-file.ts';
import { formatted } from '../../support/docs/formatted.ts';

// Regenerates the schema for editors: node test/harvest/corrections/write-corrections-schema.ts
const file = 'deploy/corrections.schema.json';
await writeFile(file, await formatted(file, JSON.stringify(CORRECTIONS_SCHEMA)));
