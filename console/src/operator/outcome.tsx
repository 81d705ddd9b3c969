/** What came of an action, beside its button. */
import type { useAdminAction } from './query.js';

interface Props {
  readonly of: Pick<ReturnType<typeof useAdminAction>, 'busy' | 'said' | 'error'>;
}

/** While the service has not answered, that the call is under way. */
export const Outcome = ({ of: { busy, said, error } }: Props) => (
  <span role="status" className={error === null || busy ? 'hint' : 'problem'}>
    {busy ? 'Waiting for the service…' : (error?.message ?? said)}
  </span>
);
