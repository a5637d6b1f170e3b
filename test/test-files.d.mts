export function testFiles(): string[];
export function isOfEveryEngine(file: string): boolean;
export function isAlone(file: string): boolean;
