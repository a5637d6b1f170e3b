import { suite } from './suite.ts';

suite('test/{bench,catalogue,golden,house,search,server}/**/*.test.ts');
