import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importCatalogue } from '#harvest/import-catalogue.ts';
import type { ImportReport, ImportRequest } from '#harvest/import-catalogue.ts';
import { sourcePageAfter } from '#harvest/sync/source-page.ts';
import { TalkChanges } from '#harvest/sync/talk-changes.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import { NEVER_RUN } from '#store/source-state.ts';
import type { Store } from '#store/store.ts';
import { withStore } from './with-store.ts';

export interface PreviewStore {
  readonly database: string;
  /** Of the database, for other temporary files. */
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/** A place for a store in the system's folder for temporary files. It goes with this process, however that ends by itself. */
export async function makePreviewStore(): Promise<PreviewStore> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-preview-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  return { database: `sqlite:${join(folder, 'preview.db')}`, folder, remove };
}

/** Imports files, with a status page for each of their sources. */
export function importForPreview(
  { database }: PreviewStore,
  request: Omit<ImportRequest, 'replace' | 'onTalk'>,
  zone: string,
): Promise<ImportReport> {
  return withStore(database, 'write', async (store) => {
    const changes = new TalkChanges();
    const report = await importCatalogue(store, { ...request, replace: false, onTalk: (talk) => changes.add(talk) });
    if (report.ok) {
      for (const { source } of report.sources)
        await notePage(store, source, { report, changes, zone, now: request.now });
    }
    return report;
  });
}

interface Imported {
  readonly report: Extract<ImportReport, { ok: true }>;
  readonly changes: TalkChanges;
  readonly zone: string;
  readonly now: Date;
}

/** Problems name their file; of several sources, each has its own, and what became of talks is that of all together. */
async function notePage(store: Store, name: string, { report, changes, zone, now }: Imported): Promise<void> {
  const files = report.files.filter(({ source }) => source === name);
  const isOfSource = ({ file }: { readonly file: string }): boolean => files.some((one) => one.file === file);
  const own = { ...report, skipped: report.skipped.filter(isOfSource), mended: report.mended.filter(isOfSource) };
  const at = timestampOf(Math.floor(now.getTime() / 1000));
  const page = sourcePageAfter(
    null,
    { outcome: 'read', report: own, news: changes.without(new Set()), zone },
    { zone, at },
  );
  const talks = files.reduce((sum, file) => sum + file.talks, 0);
  const state = { ...NEVER_RUN, lastAttempt: at, lastSuccess: at, talks, page };
  await store.sources.claim(name, { token: name, by: 'lectern preview', until: now }, now);
  await store.sources.settle(name, name, state);
}
