import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { OpenSource } from '#harvest/sync/open-source.ts';
import type { ClaimHolders } from '#harvest/sync/claim-holder.ts';
import { SourceOpener } from '#harvest/sync/open-source.ts';
import { NOTHING_SAME } from '#harvest/reading/same-lines.ts';
import type { ConfiguredSource } from '#harvest/sync/sources-file.ts';
import type { SourceReport } from '#harvest/sync/sync-report.ts';
import { sync } from '#harvest/sync/sync.ts';
import type { SyncRequest } from '#harvest/sync/sync.ts';
import { openStore } from '#store/open.ts';
import type { SourceState } from '#store/source-states.ts';
import type { Store } from '#store/store.ts';
import { databaseOf } from '../../support/db/fresh-database.ts';
import { recordsOf } from '../../support/db/import-into.ts';

/** A store that syncs files, with a clock that the test controls. */
export interface SyncScene {
  readonly address: string;
  readonly folder: string;
  /** Opens sources as the program does. */
  readonly open: OpenSource;
  readonly store: Store;
  /** Advances the clock. */
  readonly pass: (minutes: number) => void;
  readonly now: () => Date;
  /** Writes the file of a source, or deletes it if no text is given. */
  readonly put: (name: string, text?: string | Buffer) => Promise<void>;
  /** Runs a sync. Returns the reports in the order of the sources. */
  readonly run: (options?: RunOptions) => Promise<readonly SourceReport[]>;
  readonly state: (name: string) => Promise<SourceState | undefined>;
  /** `title day status` of each talk. */
  readonly talks: () => Promise<readonly string[]>;
  readonly source: (name: string, settings?: Partial<ConfiguredSource>) => ConfiguredSource;
}

interface RunOptions extends Partial<Omit<SyncRequest, 'onReport'>> {
  readonly of?: readonly (string | ConfiguredSource)[];
}

export async function syncScene(t: TestContext): Promise<SyncScene> {
  const { address, folder } = await databaseOf(t);
  const store = await openStore(address, { mode: 'write' });
  t.after(() => store.close());
  const opener = new SourceOpener({
    userAgent: 'Lectern/test',
    allowedHosts: new Set(['127.0.0.1']),
    cacheFolder: folder,
  });
  t.after(() => opener.close());
  let now = Date.parse('2026-11-20T12:00:00Z');
  const file = (name: string): string => join(folder, `${name}.ics`);
  const source = (name: string, settings: Partial<ConfiguredSource> = {}): ConfiguredSource => ({
    ...PLAIN,
    name,
    file: file(name),
    ...settings,
  });
  return {
    address,
    folder,
    open: opener.open,
    store,
    source,
    now: () => new Date(now),
    pass: (minutes) => (now += minutes * 60_000),
    put: (name, text) => (text === undefined ? rm(file(name)) : writeFile(file(name), text)),
    run: async ({ of = ['optics'], ...options } = {}) => {
      const reports: SourceReport[] = [];
      await sync(store, {
        sources: of.map((one) => (typeof one === 'string' ? source(one) : one)),
        which: 'due',
        dryRun: false,
        open: opener.open,
        same: NOTHING_SAME,
        zone: 'Europe/London',
        by: 'a test',
        holders: HOLDERS,
        now: () => new Date(now),
        random: () => 0.5,
        signal: new AbortController().signal,
        ...options,
        onReport: (report) => reports.push(report),
      });
      // Reports arrive as sources finish.
      const names = of.map((one) => (typeof one === 'string' ? one : one.name));
      return reports.sort((a, b) => names.indexOf(a.source) - names.indexOf(b.source));
    },
    state: async (name) => (await store.sources.list()).find((one) => one.name === name)?.state,
    talks: async () => {
      const talks = (await recordsOf(store)).filter((record) => record.type === 'talk');
      return talks.map(({ title, start, status }) => `${title} ${start.slice(0, 10)} ${status}`).sort();
    },
  };
}

/** No other process counts as dead. */
export const HOLDERS: ClaimHolders = { own: 'a test', isGone: () => false };

const PLAIN: ConfiguredSource = {
  name: '',
  line: 1,
  address: null,
  file: null,
  format: undefined,
  every: 3600,
  mapping: new Map(),
  department: null,
  topics: [],
  collections: [],
  sheets: [],
  timeZone: null,
  dateOrder: null,
  byDefault: [],
  gone: 'cancel',
  headers: {},
  allowHosts: [],
  enabled: true,
};

/** `name outcome` of each report. */
export function outcomes(reports: readonly SourceReport[]): string[] {
  return reports.map(({ source, outcome }) => `${source} ${outcome}`);
}

/** The changes of a report, such as `moved 1`, and `gone 1` for gone talks. */
export function news(report: SourceReport | undefined): string[] {
  if (report?.outcome !== 'read') return [];
  const gone = report.report.sources.flatMap((source) => source.gone).length;
  return [
    ...[...report.news].map(([what, { count }]) => `${what} ${String(count)}`),
    ...(gone > 0 ? [`gone ${String(gone)}`] : []),
  ];
}
