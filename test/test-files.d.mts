export function testFiles(): string[];
export function isOfEveryEngine(file: string): boolean;
