import { CopyWriter } from '#replica/copy-writer.ts';
import { runThread } from '#replica/follower.ts';

/*
 * A thread of read-copy.ts that kills its process at one moment, DIES_DURING: in the transaction that fills the first
 * copy, between two portions of its words, or in a transaction that changes it.
 */

/** The batch of talks after which it dies: with the talks of the test, all of them are written, and nothing is complete. */
const LAST_BATCH = 3;

const { apply, addWords } = CopyWriter.prototype;

function die(during) {
  if (process.env.DIES_DURING === during) process.kill(process.pid, 'SIGKILL');
}

CopyWriter.prototype.apply = function (changes, featured, onBatch = () => undefined) {
  const during = this.state.version === 0 ? 'the first copy' : 'a change';
  let batches = 0;
  return apply.call(this, changes, featured, () => {
    onBatch();
    batches += 1;
    if (batches === LAST_BATCH) die(during);
  });
};

CopyWriter.prototype.addWords = async function () {
  const isComplete = await addWords.call(this);
  if (!isComplete) die('the words of the first copy');
  return isComplete;
};

await runThread();
