import { suite } from '../support/runner/suite.ts';

suite('test/{sample,sources}/**/*.test.ts');
