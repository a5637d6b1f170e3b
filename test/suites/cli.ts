import { suite } from './suite.ts';

suite('test/cli/**/*.test.ts');
