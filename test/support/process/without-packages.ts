/** Environment variables for processes that find no package whose name begins like this. */
export function withoutPackages(beginning: string): Readonly<Record<string, string>> {
  const hooks = `
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve: (name, context, next) =>
        next(name, name.startsWith('${beginning}') ? { ...context, parentURL: 'file:///nowhere/' } : context),
    });
  `;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hooks)}` };
}
