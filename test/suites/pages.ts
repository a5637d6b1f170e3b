import { suite } from './suite.ts';

suite('test/{pages,representations}/**/*.test.ts');
