/**
 * Preloaded (`--import`), turns Lectern into its next version: the schema of each engine has one more step, which
 * writes every talk again.
 */
import { registerHooks } from 'node:module';

const TABLES = { sqlite: 'talk', postgres: 'lectern.talk' };

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const [, engine] = /\/store\/(sqlite|postgres)\/schema\.[jt]s$/.exec(url) ?? [];
    if (engine === undefined) return loaded;
    const table = TABLES[engine];
    const step = `ALTER TABLE ${table} ADD COLUMN colour TEXT; UPDATE ${table} SET colour = uid`;
    return { ...loaded, source: `${String(loaded.source)}\nMIGRATIONS.push(${JSON.stringify(step)});\n` };
  },
});
