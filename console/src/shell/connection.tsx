/** A line below the header while the server does not answer, on every page. */
import { readAgain, useAccount } from '../service/query.js';
import { isUnreachable } from '../service/reconnect.js';
import { useFirstWait, type Wait } from '../service/waits.js';
import { RetryWords, useNow } from './retry-words.js';

export function Connection() {
  const wait = useFirstWait();
  // Every page reads the account, so its error stands for those of all.
  const { error, isFetching } = useAccount();
  const isGivenUp = wait === null && error !== null && isUnreachable(error) && !isFetching;
  if (wait === null && !isGivenUp) return null;
  return (
    <div className="connection" role="status">
      {wait !== null && <WaitText {...wait} />}
      {isGivenUp && (
        <>
          The server does not answer.
          <button type="button" onClick={readAgain}>
            Try again
          </button>
        </>
      )}
    </div>
  );
}

function WaitText({ error, atMs }: Wait) {
  const seconds = Math.ceil((atMs - useNow()) / 1000);
  return (
    <span>
      <RetryWords {...{ error, seconds }} />
    </span>
  );
}
