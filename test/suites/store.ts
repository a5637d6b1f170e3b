import { suite } from './suite.ts';

suite('test/store/**/*.test.ts');
