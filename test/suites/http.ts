import { suite } from '../support/runner/suite.ts';

suite('test/http/**/*.test.ts');
