import { rmSync } from 'node:fs';
import { importCatalogue, type ImportReport, type ImportRequest } from '#harvest/import-catalogue.ts';
import { sourcePageAfter } from '#harvest/sync/source-page.ts';
import { TalkChanges } from '#harvest/sync/talk-changes.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import { NEVER_RUN } from '#store/source-states.ts';
import type { Store } from '#store/store.ts';
import { makeTemporaryStore, type TemporaryStore, withStore } from './with-store.ts';

/** Is removed when this process exits, however that happens. */
export async function makePreviewStore(): Promise<TemporaryStore> {
  const store = await makeTemporaryStore('preview');
  const removeNow = (): void => rmSync(store.folder, { recursive: true, force: true });
  process.once('exit', removeNow);
  const remove = async (): Promise<void> => {
    await store.remove();
    process.off('exit', removeNow);
  };
  return { ...store, remove };
}

/** Imports files, with a status page for each of their sources. */
export function importForPreview(
  { database }: TemporaryStore,
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

/**
 * Problems name their file; each source has its own report, and the outcome for talks is that of
 * all sources together.
 */
async function notePage(store: Store, name: string, { report, changes, zone, now }: Imported): Promise<void> {
  const files = report.files.filter(({ source }) => source === name);
  const isOfSource = ({ file }: { readonly file: string }): boolean => files.some((one) => one.file === file);
  const own = {
    ...report,
    files,
    skipped: report.skipped.filter(isOfSource),
    mended: report.mended.filter(isOfSource),
  };
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
