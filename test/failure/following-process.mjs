import { startReadCopy } from '#replica/read-copy.ts';

// Follows a store until it is killed: node following-process.mjs DATABASE FOLDER
const [, , database, cacheFolder] = process.argv;
const thread = new URL('./dying-thread.mjs', import.meta.url);
await startReadCopy({ database, cacheFolder, thread, pollMilliseconds: 10, savedTalks: 1, saveMilliseconds: 0 });
setInterval(() => undefined, 1_000);
