import type { TestContext } from 'node:test';
import type { ConfiguredSource } from '#harvest/sync/sources-file.ts';
import { strangeServer } from '../../support/http/strange-server.ts';
import type { Answering, StrangeServer } from '../../support/http/strange-server.ts';
import { syncScene } from './sync-scene.ts';
import type { SyncScene } from './sync-scene.ts';

/** A sync scene with sources on a web server. */
interface WebScene extends SyncScene {
  readonly server: StrangeServer;
  /** The source at a path of the server. */
  readonly at: (path: string, settings?: Partial<ConfiguredSource>) => ConfiguredSource;
}

export async function webScene(t: TestContext, answers: Readonly<Record<string, Answering>>): Promise<WebScene> {
  const scene = await syncScene(t);
  const server = await strangeServer(answers);
  t.after(() => server.close());
  const at = (path: string, settings: Partial<ConfiguredSource> = {}): ConfiguredSource =>
    scene.source(path.slice(1), { file: null, address: `${server.origin}${path}`, ...settings });
  return { ...scene, server, at };
}
