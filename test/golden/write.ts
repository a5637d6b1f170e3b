/** Regenerates the golden files: `npm run build && node test/golden/write.ts`. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { document, FORMATS, STORIES } from './stories.ts';

const here = 'test/golden';
for (const entry of readdirSync(here, { withFileTypes: true })) {
  if (entry.isDirectory()) rmSync(join(here, entry.name), { recursive: true });
}
for (const story of STORIES) {
  mkdirSync(join(here, story.name));
  for (const step of story.steps) {
    for (const format of Object.keys(FORMATS)) {
      writeFileSync(join(here, story.name, `${step.name}.${format}`), document(step, format));
    }
  }
}
