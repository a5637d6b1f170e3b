import { suite } from '../../support/runner/suite.ts';

suite('test/{catalogue,golden,house,replica,sample,search}/**/*.test.ts', 'test/server/**/!(typeface).test.ts');
