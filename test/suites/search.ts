import { suite } from '../support/runner/suite.ts';

suite('test/{bench,catalogue,golden,house,search}/**/*.test.ts', 'test/server/**/!(typeface).test.ts');
