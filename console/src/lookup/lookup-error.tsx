/** Why a lookup found no home, and what to do next. */
import type { RowhouseError } from '#client/index.js';
import { LOOKUP_PARAMS } from '#contract/params.js';
import type { LookupRoute } from '#contract/routes.js';
import { ErrorBox } from '../shell/error-box.js';
import { ONE_PRESS } from '../shell/one-press.js';
import { count, listed } from '../text/format.js';
import { KIND_NOUNS, sourceLabel } from '../text/labels.js';
import type { Asked } from './link.js';
import { priceText } from './lookup-form.js';

interface Props {
  readonly asked: Asked;
  readonly error: RowhouseError;
  /** Whether an earlier lookup was opened. */
  readonly opening: boolean;
  onLookup(asked: Asked): void;
  onOpen(): void;
}

export function LookupError({ asked, error, opening, onLookup, onOpen }: Props) {
  const { code, candidates } = error;
  if (opening && code === 'request_not_found') return <NotKept route={asked.route} />;
  if (candidates.length > 0) return <Candidates {...{ asked, error, onLookup }} />;
  const final = code === 'address_not_found' || isRejected(error, asked);
  const again = opening ? onOpen : () => onLookup(asked);
  return (
    <div className="lookup-error">
      <ErrorBox error={error} search={!opening} onRetry={final ? undefined : again} />
      {code === 'address_not_found' && <p className="hint">{whereText(asked.route)}</p>}
    </div>
  );
}

/** Whether the service rejected the input. */
export const isRejected = ({ status, param }: RowhouseError, { by }: Asked): boolean =>
  status === 422 && param === by;

/** "Portal A was asked for homes for sale, homes for rent and sold homes." */
function whereText({ source, kinds }: LookupRoute): string {
  const nouns = kinds.map((kind) => KIND_NOUNS[kind][1]);
  return `${sourceLabel(source)} searches ${listed(nouns)}. Other homes cannot be found.`;
}

const NotKept = ({ route }: { readonly route: LookupRoute }) => (
  <section className="error-box" role="alert">
    <h2>Expired</h2>
    <p>
      {`This link opens no home: its lookup has expired, or belongs to another account. Its input is in the form; looking it up again costs ${priceText(route)} if the home is found.`}
    </p>
  </section>
);

function Candidates({ asked, error, onLookup }: Pick<Props, 'asked' | 'error' | 'onLookup'>) {
  const { candidates } = error;
  return (
    <section className="error-box" role="alert">
      <h2>Several homes at this address</h2>
      <p>
        {`${count(candidates.length)} or more homes have this address, such as the units of a building. You were not charged. Choose one, or add its unit to the address; each lookup that finds a home costs ${priceText(asked.route)}.`}
      </p>
      <ul className="candidates">
        {candidates.map(({ address, source_id, source_url }) => (
          <li key={source_id}>
            <button
              {...ONE_PRESS}
              type="button"
              onClick={() => onLookup(chosenOf(asked.route, source_id, source_url))}
            >
              {address}
              <span className="sr-only">{`: look up for ${priceText(asked.route)}`}</span>
            </button>
            <span className="hint">{source_id}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** By its page, which names its ZIP: an id alone finds only homes that were seen before. */
export const chosenOf = (route: LookupRoute, source_id: string, source_url: string): Asked =>
  route.params.includes('url') && LOOKUP_PARAMS.url.pattern.test(source_url)
    ? { route, by: 'url', value: source_url }
    : { route, by: 'source_id', value: source_id };
