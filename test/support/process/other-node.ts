import { symlinkSync } from 'node:fs';
import { npm } from './npm-pack.ts';

/** npm's codes for a registry that cannot be reached, and for packages that its cache does not have. */
const NO_REGISTRY = /\b(ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH)\b/;

/** Whether npm failed only because it could not get packages. */
export function hasNoRegistry(error: unknown): boolean {
  return NO_REGISTRY.test(String(error));
}

export interface OtherNode {
  /** The program. */
  readonly node: string;
  /** npm's, for it to run. */
  readonly npm: string;
}

/** A release line of Node, such as 22, that the package `node` brings. */
export async function otherNode(line: number): Promise<OtherNode> {
  const command = `node -p "JSON.stringify({ node: process.execPath, npm: process.env.npm_execpath })"`;
  const printed = await npm(['exec', '--yes', '--prefer-offline', `--package=node@${String(line)}`, '-c', command]);
  return JSON.parse(printed) as OtherNode;
}

/** Makes a folder one that has Node as its only program: with it as PATH there is no compiler, no Python and no make. */
export function linkOnly({ node }: OtherNode, folder: string): void {
  symlinkSync(node, `${folder}/node`);
}
