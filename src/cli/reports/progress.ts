import type { ReadingProgress } from '#harvest/reading/catalogue-reading.ts';

/** How far a long job is. */
export interface Progress {
  readonly update: (progress: ReadingProgress) => void;
  readonly stop: () => void;
}

/** A bar on a terminal; on anything else nothing, so that logs stay readable. */
export async function showProgress(verb: string): Promise<Progress> {
  if (!process.stderr.isTTY) return { update: () => undefined, stop: () => undefined };
  const { default: cliProgress } = await import('cli-progress');
  const bar = new cliProgress.SingleBar({
    format: `${verb} {bar} {percentage}%  {records} records  {duration_formatted}`,
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
    barsize: 30,
    fps: 5,
    barCompleteChar: '█',
    barIncompleteChar: '░',
  });
  bar.start(1, 0, { records: '0' });
  return {
    update: ({ bytesRead, bytesTotal, records }) => {
      // Of a pipe nobody knows how much is to come: the bar stays empty and the records count up.
      bar.setTotal(bytesTotal ?? 1);
      bar.update(bytesTotal === undefined ? 0 : bytesRead, { records: records.toLocaleString('en') });
    },
    stop: () => {
      bar.stop();
    },
  };
}
