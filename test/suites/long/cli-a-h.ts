/** Tests of commands that do not start `lectern serve`; the others are in `cli-serving.ts`. */
import { suite } from '../../support/runner/suite.ts';

suite('test/cli/{a,b,c,d,e,f,hel}*.test.ts');
