/** Tests that start `lectern serve`, apart from other commands so that both run in parallel. */
import { suite } from '../../support/runner/suite.ts';

suite('test/cli/{serve,small,sqlite-serve,log,sighup,open-files,sample}*.test.ts');
