import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { FileUnwritable, locked, replaceFile } from '../../src/cli/corrections/locked-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const holders = { own: 'this process', isGone: (holder: string) => holder === 'one that has ended' };
const [none, patience] = [() => Promise.resolve('done'), 0];

describe('the lock of a file', () => {
  it('is held by one caller at a time, and removed afterwards', async (t) => {
    const path = join(await temporaryFolder(t), 'file');
    let inside = 0;
    const work = async (): Promise<void> => {
      assert.equal(++inside, 1);
      assert.equal(await readFile(`${path}.lock`, 'utf8'), 'this process');
      inside--;
    };
    await Promise.all(Array.from({ length: 20 }, () => locked(path, work, { holders, patience: 60_000 })));
    await assert.rejects(
      locked(path, () => Promise.reject(new Error('moss')), { holders }),
      /moss/,
    );
    assert.deepEqual(await readdir(join(path, '..')), []);
  });

  it('is waited for up to a limit, and taken over if it is old or its process has ended', async (t) => {
    const folder = await temporaryFolder(t);
    const path = join(folder, 'file');
    await writeFile(`${path}.lock`, 'another process');
    const waiting = {
      name: 'FileUnwritable',
      message: /^Another lectern process is writing the corrections\. .* delete .*file\.lock\.$/,
    };
    await assert.rejects(locked(path, none, { holders, patience }), waiting);
    await writeFile(`${path}.lock`, 'one that has ended');
    assert.equal(await locked(path, none, { holders, patience }), 'done');
    await writeFile(`${path}.lock`, 'one on another machine');
    await utimes(`${path}.lock`, 0, 0);
    assert.equal(await locked(path, none, { holders, patience }), 'done');
    assert.deepEqual(await readdir(folder), []);
    await assert.rejects(locked(join(folder, 'away', 'file'), none, { holders }), FileUnwritable);
  });
});

describe('a replaced file', () => {
  it('keeps its permissions and the symbolic links to it, and leaves no temporary files', async (t) => {
    const folder = await temporaryFolder(t);
    const [path, linked] = [join(folder, 'file'), join(folder, 'link')];
    await replaceFile(path, 'moss');
    await chmod(path, 0o640);
    await symlink('file', linked);
    await replaceFile(linked, 'ferns');
    assert.equal(await readFile(path, 'utf8'), 'ferns');
    assert.equal((await stat(path)).mode & 0o777, 0o640);
    await mkdir(join(folder, 'folder'));
    await assert.rejects(replaceFile(join(folder, 'folder'), 'moss'));
    assert.deepEqual((await readdir(folder)).sort(), ['file', 'folder', 'link']);
  });

  it('keeps permissions that the umask would take away', async (t) => {
    const path = join(await temporaryFolder(t), 'file');
    await writeFile(path, 'moss');
    await chmod(path, 0o664);
    const before = process.umask(0o077);
    t.after(() => process.umask(before));
    await replaceFile(path, 'ferns');
    assert.equal(await readFile(path, 'utf8'), 'ferns');
    assert.equal((await stat(path)).mode & 0o777, 0o664);
  });

  it('cannot be a single mounted file, as in a container, and the error says so', async (t) => {
    const folder = await temporaryFolder(t);
    for (const name of ['file', 'mounted']) await writeFile(join(folder, name), 'moss');
    const replace = `
      import { replaceFile } from ${JSON.stringify(import.meta.resolve('../../src/cli/corrections/locked-file.ts'))};
      await replaceFile('mounted', 'ferns').catch(({ name, message }) => console.log(name + ': ' + message));`;
    const command = 'mount --bind file mounted || exit 77; "$0" --input-type=module --eval "$1"';
    const { status, stdout } = spawnSync(
      'unshare',
      ['--map-root-user', '--mount', 'sh', '-c', command, process.execPath, replace],
      { cwd: folder, encoding: 'utf8' },
    );
    if (status !== 0) {
      t.skip('nothing can be mounted here');
      return;
    }
    assert.equal(
      stdout,
      'FileUnwritable: mounted is mounted, and cannot be replaced. Mount its folder instead, or edit the file.\n',
    );
    assert.deepEqual((await readdir(folder)).sort(), ['file', 'mounted']);
  });
});
