import { suite } from '../../support/runner/suite.ts';

suite('test/cli/workers*.test.ts');
