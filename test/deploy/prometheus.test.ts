import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { FAMILIES, familyOf } from '#server/ops/metric-families.ts';
import { temporaryFolder } from '../support/folder.ts';
import { askPort } from '../support/http/ask.ts';
import { freePort } from '../support/http/free-port.ts';
import { jsonOf, textOf } from '../support/http/http-answer.ts';
import { listAt, textAt, valueAt } from '../support/json-value.ts';
import { serveWorkers } from '../support/process/serving-workers.ts';
import { until } from '../support/until.ts';
import { installed, skipWithout, startDaemon } from './daemon.ts';
import { yamlDocuments } from './yaml-files.ts';

const RULES = 'deploy/prometheus/lectern-alerts.yaml';
const TESTS = 'deploy/prometheus/lectern-alerts.test.yaml';
const DASHBOARD = 'deploy/grafana/lectern.json';

const alerts = yamlDocuments(RULES).flatMap((file) =>
  listAt(file, 'groups').flatMap((group) => listAt(group, 'rules')),
);

async function dashboardQueries(): Promise<readonly string[]> {
  const dashboard: unknown = JSON.parse(await readFile(DASHBOARD, 'utf8'));
  const panels = listAt(dashboard, 'panels').filter((panel) => valueAt(panel, 'type') !== 'row');
  return panels.flatMap((panel) => listAt(panel, 'targets').map((target) => textAt(target, 'expr')));
}

describe('the alerts and the dashboard', () => {
  it('query only metrics that exist', async () => {
    const queries = [...alerts.map((alert) => textAt(alert, 'expr')), ...(await dashboardQueries())];
    assert.ok(queries.length > 20);
    for (const query of queries) {
      const names = query.match(/\b(?:lectern|process)_\w+/g) ?? [];
      if (query.startsWith('up{')) continue;
      assert.ok(names.length > 0, query);
      for (const name of names) assert.notEqual(familyOf(name), undefined, `${name} in ${query}`);
    }
  });

  it('show sources that fail and readings that are held', async () => {
    for (const queries of [alerts.map((alert) => textAt(alert, 'expr')), await dashboardQueries()])
      for (const name of ['lectern_source_failures', 'lectern_source_held_talks'])
        assert.ok(
          queries.some((query) => query.includes(name)),
          name,
        );
  });

  it('have a test, a description and a severity for every alert', async () => {
    const tests = await readFile(TESTS, 'utf8');
    for (const alert of alerts) {
      assert.ok(tests.includes(`alertname: ${textAt(alert, 'alert')}`), textAt(alert, 'alert'));
      assert.match(textAt(valueAt(alert, 'annotations'), 'description'), /\.$/);
      assert.match(textAt(valueAt(alert, 'labels'), 'severity'), /^(page|ticket)$/);
    }
  });
});

describe('Prometheus', { skip: skipWithout('prometheus', 'promtool') }, () => {
  const folder = temporaryFolder();

  it('accepts the alert rules, which pass their promtool tests', () => {
    const promtool = installed('promtool') ?? '';
    execFileSync(promtool, ['check', 'rules', RULES], { stdio: 'pipe' });
    execFileSync(promtool, ['test', 'rules', TESTS], { stdio: 'pipe' });
  });

  it('scrapes several workers and evaluates every alert and dashboard query', async (t) => {
    const metricsPort = await freePort();
    const options = ['--create', '--metrics', `127.0.0.1:${String(metricsPort)}`];
    const serving = await serveWorkers(`sqlite:${join(folder, 'talks.db')}`, 2, options);
    t.after(() => serving.kill());
    const guide = /```yaml\n(scrape_configs:.*?)```/s.exec(await readFile('docs/how-to/monitor.md', 'utf8'))?.[1] ?? '';
    const config = guide
      .replace('127.0.0.1:9464', `127.0.0.1:${String(metricsPort)}`)
      .replace('/etc/prometheus/lectern-alerts.yaml', resolve(RULES));
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'data'));
    await writeFile(
      join(folder, 'prometheus.yml'),
      `global: { scrape_interval: 1s, evaluation_interval: 1s }\n${config}`,
    );
    const port = await freePort();
    const prometheus = await startDaemon(
      installed('prometheus') ?? '',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${String(port)}`,
      ],
      port,
    );
    t.after(() => prometheus.stop());
    // It listens before it answers.
    await until(async () => (await askPort(port, '/-/ready')).status === 200, 'Prometheus to be ready');
    for (const path of ['/api', '/api', '/nowhere']) await serving.ask(path);
    const ask = async (query: string): Promise<readonly unknown[]> => {
      const answer = await askPort(port, `/api/v1/query?query=${encodeURIComponent(query)}`);
      const said: unknown = JSON.parse(textOf(answer));
      assert.equal(valueAt(said, 'status'), 'success', `${query}: ${textOf(answer)}`);
      return listAt(valueAt(said, 'data'), 'result');
    };
    await until(async () => (await ask('lectern_ready == 1')).length === 2, 'both workers');
    await until(
      async () => (await ask('lectern_http_requests_total{route="/api",status="200"} == 2')).length === 1,
      'the requests',
    );
    const told = await Promise.all(
      Object.entries(FAMILIES).map(async ([name, { type }]) => {
        const query = type === 'histogram' ? `${name}_bucket` : name;
        return (await ask(query)).length > 0 ? [] : [name];
      }),
    );
    // There are no sources here, and the event loop is reported every 15 seconds.
    assert.deepEqual(
      told.flat().filter((name) => !/^lectern_(?:source|sync)_|^lectern_event_loop_delay_seconds$/.test(name)),
      [],
    );
    for (const query of await dashboardQueries()) {
      const asked = query.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*');
      await ask(asked);
    }
    const targets = listAt(jsonOf(await askPort(port, '/api/v1/targets')), 'data', 'activeTargets');
    assert.deepEqual(
      targets.map((target) => [valueAt(target, 'health'), valueAt(target, 'lastError')]),
      [['up', '']],
    );
    const healths = async (): Promise<readonly unknown[]> => {
      const groups = listAt(jsonOf(await askPort(port, '/api/v1/rules')), 'data', 'groups');
      return groups.flatMap((group) => listAt(group, 'rules').map((rule) => valueAt(rule, 'health')));
    };
    await until(async () => !(await healths()).includes('unknown'), 'every alert to be evaluated');
    assert.deepEqual(
      await healths(),
      Array.from(alerts, () => 'ok'),
    );
  });
});
