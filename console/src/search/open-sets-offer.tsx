/**
 * Where no open data was added: that real sales need no contract, and the command that adds them.
 */
import { useRead } from '../service/query.js';
import { counted } from '../text/format.js';

/** The set that is offered first: the largest one, of a place that everybody knows. */
const FIRST = { name: 'new-york-city-sales', title: 'New York City', rows: 845_000, minutes: 6 };

export function OpenSetsOffer() {
  const { data } = useRead(['sources'], (client, signal) => client.sources({ signal }));
  if (data === undefined) return null;
  if (data.sources.some(({ datasets }) => datasets.length > 0)) return null;
  return (
    <p className="hint">
      Real sales without a contract: the operator adds {counted(FIRST.rows, 'sale')} of{' '}
      {FIRST.title} from open data in about {FIRST.minutes} minutes, with{' '}
      <code>rowhouse open add {FIRST.name}</code>. All sets: <code>rowhouse open list</code>.
    </p>
  );
}
