import { suite } from './suite.ts';

suite('test/http/**/*.test.ts');
