/** What starts `lectern serve`: apart from the other commands, so that they run at the same time. */
import { suite } from '../../support/runner/suite.ts';

suite('test/cli/{serve,sqlite-serve,log,sighup,open-files,sample}*.test.ts');
