import type { ReadingProgress } from '#harvest/reading/bytes-read.ts';
import type { Host } from '../host.ts';
import { grouped } from './report.ts';

/** The progress of a long job. */
interface Progress {
  readonly update: (progress: ReadingProgress) => void;
  /** The same for a job of unknown size. */
  readonly count: (records: number) => void;
  readonly stop: () => void;
}

/** Shows a bar on a terminal and nothing elsewhere, so that logs stay readable. */
export async function showProgress({ stderr }: Pick<Host, 'stderr'>, verb: string): Promise<Progress> {
  if (stderr.isTTY !== true) return { update: () => undefined, count: () => undefined, stop: () => undefined };
  const { default: cliProgress } = await import('cli-progress');
  const bar = new cliProgress.SingleBar({
    format: `${verb} {bar} {percentage}%  {records} records  {duration_formatted}`,
    stream: stderr,
    hideCursor: true,
    clearOnComplete: true,
    barsize: 30,
    fps: 5,
    barCompleteChar: '█',
    barIncompleteChar: '░',
  });
  bar.start(1, 0, { records: '0' });
  const update: Progress['update'] = ({ bytesRead, bytesTotal, records }) => {
    // The size of a pipe is unknown: the bar stays empty and only records are counted.
    bar.setTotal(bytesTotal ?? 1);
    bar.update(bytesTotal === undefined ? 0 : bytesRead, { records: grouped(records) });
  };
  return {
    update,
    count: (records) => update({ bytesRead: 0, bytesTotal: undefined, records }),
    stop: () => {
      bar.stop();
    },
  };
}
