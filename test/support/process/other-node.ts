import { symlinkSync } from 'node:fs';
import { npm } from './npm.ts';

/** npm's error codes for an unreachable registry, and for packages that are not in its cache. */
const NO_REGISTRY = /\b(ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH)\b/;

/** Whether npm failed only because it could not get packages. */
export function hasNoRegistry(error: unknown): boolean {
  return NO_REGISTRY.test(String(error));
}

export interface OtherNode {
  /** Path of `node`. */
  readonly node: string;
  /** Path of npm's script, for `node` to run. */
  readonly npm: string;
}

/** Installs a release line of Node, such as 22, from the npm package `node`. */
export async function otherNode(line: number): Promise<OtherNode> {
  const command = `node -p "JSON.stringify({ node: process.execPath, npm: process.env.npm_execpath })"`;
  const printed = await npm(['exec', '--yes', '--prefer-offline', `--package=node@${String(line)}`, '-c', command]);
  return JSON.parse(printed) as OtherNode;
}

/** Links Node into an empty folder. With that folder as PATH, compilers, Python and make are not found. */
export function linkOnly({ node }: OtherNode, folder: string): void {
  symlinkSync(node, `${folder}/node`);
}
