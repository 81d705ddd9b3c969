/** A demo's offer of a key for this visit, with one press. */
import { BASE_PATH } from '#contract/envelope.js';
import { VISIT_PATH } from '#contract/routes.js';
import { useOneAtATime } from '../service/query.js';
import { readable } from '../text/labels.js';

interface Props {
  onKey(key: string): void;
  onCancel(): void;
}

const TEXT =
  'This is a public demo. Every home in it is synthetic or from open data. Your key is valid for a day; then everything that you did with it is erased.';
const SILENT = 'The service did not answer. Try again.';

export function VisitKey({ onKey, onCancel }: Props) {
  const { run, isPending, error } = useOneAtATime<string, Error, void>(requestKey, {
    onSuccess: onKey,
  });
  return (
    <>
      <p>{TEXT}</p>
      <div className="actions">
        <button type="button" className="primary" aria-busy={isPending} onClick={() => run()}>
          Get a key for this visit
        </button>
        <button type="button" className="quiet" onClick={onCancel}>
          Not now
        </button>
      </div>
      <p className="problem" role="alert">
        {error?.message}
      </p>
    </>
  );
}

/** Throws an Error whose message can be shown. */
async function requestKey(): Promise<string> {
  const response = await fetch(BASE_PATH + VISIT_PATH, { method: 'POST' }).catch(() => null);
  const answer = (await response?.json().catch(() => null)) as {
    readonly api_key?: string;
    readonly error?: { readonly message: string };
  } | null;
  if (answer?.api_key !== undefined) return answer.api_key;
  throw new Error(readable(answer?.error?.message ?? SILENT));
}
