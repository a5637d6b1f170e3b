import { suite } from './suite.ts';

suite('test/harvest/**/*.test.ts');
