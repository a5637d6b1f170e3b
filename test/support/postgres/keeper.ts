import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What would outlive a test process that crashes. */
export type Kept =
  { readonly kind: 'process'; readonly what: number } | { readonly kind: 'mount' | 'folder'; readonly what: string };

let keeper: ChildProcess | undefined;

/** From now on this is ended or removed when this process is over, however it ends. */
export function keep({ kind, what }: Kept): void {
  tell({ keep: kind, what });
}

/** This was ended or removed. */
export function forget({ kind, what }: Kept): void {
  if (keeper !== undefined) tell({ forget: kind, what });
}

function tell(message: object): void {
  keeper ??= started();
  keeper.stdin?.write(`${JSON.stringify(message)}\n`);
}

/** In a session of its own, so that no signal of the terminal reaches it; and nothing waits for it. */
function started(): ChildProcess {
  const file = fileURLToPath(new URL('keeper-process.mjs', import.meta.url));
  const { PATH, TMPDIR } = process.env;
  const child = spawn(process.execPath, [file], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...(PATH === undefined ? {} : { PATH }), ...(TMPDIR === undefined ? {} : { TMPDIR }) },
  });
  child.unref();
  const pipe: unknown = child.stdin;
  if (hasUnref(pipe)) pipe.unref();
  return child;
}

function hasUnref(pipe: unknown): pipe is { unref(): void } {
  return typeof pipe === 'object' && pipe !== null && 'unref' in pipe;
}
