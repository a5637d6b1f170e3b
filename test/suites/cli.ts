import { suite } from '../support/runner/suite.ts';

suite('test/cli/!(serve|sqlite-serve|workers|log|hang-up|open-files|sample)*.test.ts');
