import { suite } from '../../support/runner/suite.ts';

suite('test/sources/**/*.test.ts');
