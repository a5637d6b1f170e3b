import { runThread } from './thread.ts';

await runThread();
