import { suite } from '../../support/runner/suite.ts';

suite('test/harvest/**/*.test.ts');
