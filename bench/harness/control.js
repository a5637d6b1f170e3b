// Preloaded in measured processes. Reports to the parent, over the IPC channel, what the process has used so far. In
// JavaScript, so that nothing is loaded into the process that production would not load.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** @type {import('node:inspector/promises').Session | undefined} */
let session;

/** @type {import('node:perf_hooks').IntervalHistogram | undefined} */
let delay;

/** @returns {Promise<unknown>} */
async function answer(/** @type {string} */ question) {
  switch (question) {
    case 'usage': {
      const { user, system } = process.cpuUsage();
      return { cpu: user + system };
    }
    case 'watch delay':
      delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      return {};
    case 'delay':
      delay?.disable();
      // In milliseconds. Includes the interval of 1 ms at which the delay is sampled.
      return { longest: (delay?.max ?? 0) / 1e6 };
    case 'profile': {
      const { Session } = await import('node:inspector/promises');
      session = new Session();
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.setSamplingInterval', { interval: 200 });
      await session.post('Profiler.start');
      return {};
    }
    case 'profiled':
      return session === undefined ? {} : (await session.post('Profiler.stop')).profile;
    default:
      return {};
  }
}

if (isMainThread && process.send !== undefined) {
  process.on('message', async (/** @type {{ id: number, question: string }} */ { id, question }) => {
    const value = await answer(question);
    process.send?.({ id, value });
  });
  process.on('disconnect', () => process.exit());
  // The channel must not keep a process running that has finished.
  process.channel?.unref();
}

const usageFile = process.env['BENCH_USAGE_FILE'];
if (isMainThread && usageFile !== undefined) {
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeFileSync(usageFile, JSON.stringify({ cpu: userCPUTime + systemCPUTime, peak: maxRSS * 1024 }));
  });
}
