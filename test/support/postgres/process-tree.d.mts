export function treeOf(pid: number): number[];
export function isRunning(pid: number): boolean;
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void;
export function endTree(pid: number): Promise<void>;
