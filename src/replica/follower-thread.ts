import { runThread } from './follower.ts';

await runThread();
