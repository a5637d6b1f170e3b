/** Of the commands, what does not start `lectern serve`: that is in `cli-serving.ts`. */
import { suite } from '../../support/runner/suite.ts';

suite('test/cli/{a,b,c,d,e,f,hel}*.test.ts');
