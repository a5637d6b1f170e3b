import { suite } from '../../support/runner/suite.ts';

suite('test/store/**/*.test.ts');
