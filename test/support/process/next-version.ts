/** Environment variables that turn a process into the next version of Lectern, whose schema has one more step. */
export const NEXT_VERSION = { NODE_OPTIONS: `--import=${new URL('next-version.mjs', import.meta.url).href}` };
