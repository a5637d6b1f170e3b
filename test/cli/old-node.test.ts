import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startLectern } from '../support/process/command.ts';

/** The result of `lectern --version` if Node claims to be this version. */
async function saidWith(version: string): Promise<readonly [number | null, string, string]> {
  const pretend = `data:text/javascript,Object.defineProperty(process.versions,%22node%22,{value:%22${version}%22})`;
  const running = startLectern(['--version'], { variables: { NODE_OPTIONS: `--import=${pretend}` } });
  const { status, stdout, stderr } = await running.finished;
  return [status, stdout, stderr.replace(process.execPath, 'NODE')];
}

describe('the check of the Node version', () => {
  for (const version of ['18.20.8', '20.19.4', '22.17.1']) {
    it(`rejects ${version} and names the required version in one line`, async () => {
      assert.deepEqual(await saidWith(version), [
        1,
        '',
        `lectern: Node.js 22.18 or newer is required; this is ${version} (NODE).\n`,
      ]);
    });
  }

  it('accepts 22.18 and newer', async () => {
    for (const version of ['22.18.0', '24.0.0', '26.1.0']) {
      const [status, , stderr] = await saidWith(version);
      assert.deepEqual([status, stderr], [0, ''], version);
    }
  });
});
