/** Tests that share a process and a browser, and most of them a site, because starting those takes as long as most files. */
import { globSync } from 'node:fs';
import { resolve } from 'node:path';

for (const file of globSync('test/browser/one-browser/*.test.ts').toSorted()) await import(resolve(file));
