import { suite } from './suite.ts';

suite('test/sources/**/*.test.ts');
