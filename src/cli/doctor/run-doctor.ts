import { execFile } from 'node:child_process';
import { type Environment, flagVariables } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import type { Call } from '../verbs/verb.ts';
import { isFinding, type Finding } from './finding.ts';

/** Milliseconds after which the process is killed. */
const PATIENCE = 60_000;
/** Bytes. */
const MAX_OUTPUT = 1024 * 1024;

/**
 * Runs `lectern doctor` with the settings of this process in a process of its own, so that nothing
 * it runs into disturbs the service. Concurrent callers share one run. Rejects if it cannot be run.
 */
export function doctorOf(
  settings: Pick<Settings, 'database'>,
  given: Call['given'],
  environment: () => Environment,
): () => Promise<readonly Finding[]> {
  const [, program = ''] = process.argv;
  const own = { ...flagVariables(given), DATABASE_URL: settings.database };
  let running: Promise<readonly Finding[]> | undefined;
  return () => {
    running ??= run(program, { ...environment(), ...own }).finally(() => (running = undefined));
    return running;
  };
}

function run(program: string, env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  return new Promise((resolve, reject) => {
    const args = [...process.execArgv, program, 'doctor', '--json'];
    const options = { env, timeout: PATIENCE, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT } as const;
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      // Status 1 means that it found problems.
      if (error !== null && error.code !== 1) {
        reject(new Error(`lectern doctor ended with ${String(error.code ?? error.signal)}: ${stderr.slice(-500)}`));
        return;
      }
      try {
        const findings: unknown = JSON.parse(stdout);
        resolve(Array.isArray(findings) ? findings.filter(isFinding) : []);
      } catch (cause) {
        reject(new Error('lectern doctor wrote no findings', { cause }));
      }
    });
  });
}
