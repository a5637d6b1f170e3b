import { suite } from '../../support/runner/suite.ts';

suite('test/http/[a-l]*.test.ts');
suite('test/client/**/*.test.ts');
