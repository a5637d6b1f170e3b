/** Tests that share a process, a browser and a site, because starting those takes as long as most of the files. */
import { globSync } from 'node:fs';
import { resolve } from 'node:path';

for (const file of globSync('test/browser/one-site/*.test.ts').toSorted()) await import(resolve(file));
