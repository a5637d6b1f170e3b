import { startReadCopy } from '#replica/read-copy.ts';

// Follows a store until it is killed: node following-process.mjs DATABASE FOLDER
const [, , database, cacheFolder] = process.argv;
await startReadCopy({ database, cacheFolder, pollMilliseconds: 10, savedTalks: 1, saveMilliseconds: 0 });
process.stdout.write('following\n');
setInterval(() => undefined, 1_000);
