import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SETTINGS } from '#cli/settings/settings.ts';
import { isMembers, listAt, textAt, valueAt } from '../support/json-value.ts';
import { skipUnlessThere } from './daemon.ts';
import { yamlDocuments } from './yaml-files.ts';

// No cluster is available here, so the tests check the manifests against rules and do not apply them.
const FOLDER = 'deploy/kubernetes';
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));
const OBJECTS = FILES.flatMap((name) => yamlDocuments(join(FOLDER, name)));

const ofKind = (kind: string): readonly unknown[] => OBJECTS.filter((object) => valueAt(object, 'kind') === kind);

function only(kind: string): unknown {
  const [object, another] = ofKind(kind);
  assert.ok(object !== undefined && another === undefined, `expected exactly one ${kind}`);
  return object;
}

/** Pod templates, with the names of their workloads. */
function podTemplates(): readonly (readonly [string, unknown])[] {
  const templates = OBJECTS.flatMap((object): (readonly [string, unknown])[] => {
    const name = `${textAt(object, 'kind')} ${String(valueAt(object, 'metadata', 'name'))}`;
    const template = valueAt(object, 'spec', 'template') ?? valueAt(object, 'spec', 'jobTemplate', 'spec', 'template');
    return template === undefined ? [] : [[name, template]];
  });
  assert.equal(templates.length, 3);
  return templates;
}

function containersOf(template: unknown): readonly unknown[] {
  const initial = valueAt(template, 'spec', 'initContainers');
  return [...(Array.isArray(initial) ? (initial as unknown[]) : []), ...listAt(template, 'spec', 'containers')];
}

describe('every pod', () => {
  it('runs unprivileged, with a read-only root and without a service account token', () => {
    for (const [name, template] of podTemplates()) {
      assert.equal(valueAt(template, 'spec', 'automountServiceAccountToken'), false, name);
      assert.equal(valueAt(template, 'spec', 'enableServiceLinks'), false, name);
      const expected = {
        runAsNonRoot: true,
        runAsUser: 10001,
        runAsGroup: 10001,
        seccompProfile: { type: 'RuntimeDefault' },
      };
      assert.deepEqual(valueAt(template, 'spec', 'securityContext'), expected, name);
      for (const forbidden of ['hostNetwork', 'hostPID', 'hostIPC'])
        assert.equal(valueAt(template, 'spec', forbidden), undefined, `${name} ${forbidden}`);
      for (const container of containersOf(template)) {
        const context = {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        };
        assert.deepEqual(valueAt(container, 'securityContext'), context, name);
      }
    }
  });

  it('mounts only size-limited emptyDir volumes, one of them at /tmp', () => {
    for (const [name, template] of podTemplates()) {
      for (const volume of listAt(template, 'spec', 'volumes')) {
        assert.ok(isMembers(volume), name);
        assert.deepEqual(Object.keys(volume).sort(), ['emptyDir', 'name'], name);
        assert.match(textAt(volume, 'emptyDir', 'sizeLimit'), /^\d+Gi$/, name);
      }
      const volumes = listAt(template, 'spec', 'volumes').map((volume) => textAt(volume, 'name'));
      for (const container of containersOf(template)) {
        const mounts = listAt(container, 'volumeMounts');
        assert.ok(
          mounts.some((mount) => textAt(mount, 'mountPath') === '/tmp'),
          name,
        );
        for (const mount of mounts) assert.ok(volumes.includes(textAt(mount, 'name')), name);
      }
    }
  });

  it('requests CPU and memory and limits its memory', () => {
    for (const [name, template] of podTemplates())
      for (const container of containersOf(template)) {
        assert.match(textAt(container, 'resources', 'requests', 'cpu'), /^\d+m$/, name);
        assert.match(textAt(container, 'resources', 'requests', 'memory'), /^\d+Mi$/, name);
        assert.match(textAt(container, 'resources', 'limits', 'memory'), /^\d+[MG]i$/, name);
      }
  });

  it('gets its password from a Secret and all other settings from one ConfigMap', () => {
    for (const [name, template] of podTemplates())
      for (const container of listAt(template, 'spec', 'containers')) {
        assert.deepEqual(valueAt(container, 'envFrom'), [{ configMapRef: { name: 'lectern' } }], name);
        const secretKeyRef = { name: 'lectern-database', key: 'password' };
        assert.deepEqual(valueAt(container, 'env'), [{ name: 'PGPASSWORD', valueFrom: { secretKeyRef } }], name);
      }
    assert.deepEqual(ofKind('Secret'), []);
    assert.doesNotMatch(textAt(only('ConfigMap'), 'data', 'DATABASE_URL'), /\/\/[^/@]*:[^/@]*@/);
  });

  it('has the labels by which the other objects select it, and no others do', () => {
    const selected = (selector: unknown): readonly string[] => {
      assert.ok(isMembers(selector) && Object.keys(selector).length > 0, JSON.stringify(selector));
      const isSelected = (labels: unknown): boolean =>
        Object.entries(selector).every(([key, value]) => valueAt(labels, key) === value);
      return podTemplates().flatMap(([name, template]) =>
        isSelected(valueAt(template, 'metadata', 'labels')) ? [name] : [],
      );
    };
    const serving = ['Deployment lectern'];
    for (const kind of ['Deployment', 'PodDisruptionBudget'])
      assert.deepEqual(selected(valueAt(only(kind), 'spec', 'selector', 'matchLabels')), serving, kind);
    assert.deepEqual(selected(valueAt(only('Service'), 'spec', 'selector')), serving);
    const constraints = listAt(only('Deployment'), 'spec', 'template', 'spec', 'topologySpreadConstraints');
    for (const constraint of constraints)
      assert.deepEqual(selected(valueAt(constraint, 'labelSelector', 'matchLabels')), serving);
    const policies = ofKind('NetworkPolicy').map((policy) => [
      textAt(policy, 'metadata', 'name'),
      selected(valueAt(policy, 'spec', 'podSelector', 'matchLabels')),
    ]);
    assert.deepEqual(policies, [
      ['lectern', podTemplates().map(([name]) => name)],
      ['lectern-import', ['CronJob lectern-import']],
    ]);
  });
});

describe('the Deployment', () => {
  const deployment = only('Deployment');
  const [container] = listAt(deployment, 'spec', 'template', 'spec', 'containers');

  it('waits for /readyz at startup and then probes /healthz', () => {
    assert.equal(textAt(container, 'startupProbe', 'httpGet', 'path'), '/readyz');
    assert.equal(textAt(container, 'readinessProbe', 'httpGet', 'path'), '/healthz');
    assert.equal(textAt(container, 'livenessProbe', 'httpGet', 'path'), '/healthz');
    const [port] = listAt(container, 'ports');
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
      assert.equal(textAt(container, probe, 'httpGet', 'port'), textAt(port, 'name'), probe);
  });

  it('stops an old pod only after the new one is ready, and gives it time to finish', () => {
    const strategy = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } };
    assert.deepEqual(valueAt(deployment, 'spec', 'strategy'), strategy);
    const grace = Number(valueAt(deployment, 'spec', 'template', 'spec', 'terminationGracePeriodSeconds'));
    const [, waits] = listAt(container, 'lifecycle', 'preStop', 'exec', 'command');
    assert.ok(grace >= Number(waits) + SETTINGS.shutdownGrace.default, `${String(grace)} s`);
  });

  it('leaves the number of pods to the autoscaler, which keeps at least three', () => {
    assert.equal(valueAt(deployment, 'spec', 'replicas'), undefined);
    const autoscaler = only('HorizontalPodAutoscaler');
    assert.deepEqual(valueAt(autoscaler, 'spec', 'scaleTargetRef'), {
      apiVersion: textAt(deployment, 'apiVersion'),
      kind: 'Deployment',
      name: textAt(deployment, 'metadata', 'name'),
    });
    assert.ok(Number(valueAt(autoscaler, 'spec', 'minReplicas')) >= 3);
    assert.equal(valueAt(only('PodDisruptionBudget'), 'spec', 'maxUnavailable'), 1);
  });
});

describe('the manifests', () => {
  it('set only variables that Lectern knows', () => {
    const data = valueAt(only('ConfigMap'), 'data');
    assert.ok(isMembers(data));
    const known = Object.values(SETTINGS).map(({ variable }) => variable);
    // Variables that only the import uses.
    const others = ['LECTERN_IMPORT_URL'];
    for (const [name, value] of Object.entries(data)) {
      assert.equal(typeof value, 'string', name);
      assert.ok([...known, ...others].includes(name), name);
    }
  });

  it('connect the Ingress to the container port through the Service', () => {
    const [rule] = listAt(only('Ingress'), 'spec', 'rules');
    const [path] = listAt(rule, 'http', 'paths');
    const service = only('Service');
    assert.equal(textAt(path, 'backend', 'service', 'name'), textAt(service, 'metadata', 'name'));
    const [port] = listAt(service, 'spec', 'ports');
    assert.equal(textAt(path, 'backend', 'service', 'port', 'name'), textAt(port, 'name'));
    const [container] = listAt(only('Deployment'), 'spec', 'template', 'spec', 'containers');
    const [containerPort] = listAt(container, 'ports');
    assert.equal(textAt(port, 'targetPort'), textAt(containerPort, 'name'));
    assert.equal(String(valueAt(containerPort, 'containerPort')), textAt(only('ConfigMap'), 'data', 'LECTERN_PORT'));
  });

  it('are all listed in kustomization.yaml, except the migration Job', () => {
    const named = listAt(only('Kustomization'), 'resources').map(String);
    const there = FILES.filter((name) => !['kustomization.yaml', 'migrate-job.yaml'].includes(name));
    assert.deepEqual([...named].sort(), there.sort());
  });

  it('can be built with kubectl kustomize', { skip: skipUnlessThere('kubectl') }, () => {
    const built = execFileSync('kubectl', ['kustomize', FOLDER], { encoding: 'utf8' });
    const kinds = [...built.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind).sort();
    const expected = OBJECTS.map((object) => textAt(object, 'kind')).filter(
      (kind) => !['Kustomization', 'Job'].includes(kind),
    );
    assert.deepEqual(kinds, expected.sort());
    assert.doesNotMatch(built, /image: lectern$/m);
  });
});
