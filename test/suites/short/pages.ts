import { suite } from '../../support/runner/suite.ts';

suite('test/{pages,representations}/**/*.test.ts');
