import { suite } from '../../support/runner/suite.ts';

suite('test/http/[m-z]*.test.ts');
