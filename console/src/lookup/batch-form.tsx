/** Many homes to look up: pasted or from a file, with the most that they can cost. */
import { type FormEvent, useState } from 'react';
import { BATCH_BYTES_MAX, BATCH_HOMES_MAX, LOOKUP_SOURCES } from '#contract/lookups.js';
import { LOOKUP_ROUTES } from '#contract/routes.js';
import { Field, SelectField } from '../search/field.js';
import { useAction, useIdempotencyKey } from '../service/query.js';
import { ErrorBox } from '../shell/error-box.js';
import { Icon } from '../shell/icons.js';
import { openLink } from '../shell/link.js';
import { count, counted } from '../text/format.js';
import { sourceLabel } from '../text/labels.js';
import { type BatchInput, readBatch } from './batch-input.js';
import { writeBatchLink } from './link.js';

export function BatchForm() {
  const [source, setSource] = useState(LOOKUP_SOURCES[0]);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const { act, busy, error } = useAction();
  const keyOf = useIdempotencyKey();
  const input = readBatch(text);
  const problem = fault ?? input?.problem ?? undefined;
  const isReady = input !== null && problem === undefined && source !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return setFault(problem ?? 'Paste a list of homes, or choose a file.');
    const { homes } = input;
    act(
      (client) =>
        client.lookups.create(source, homes, { idempotencyKey: keyOf({ source, homes }) }),
      ({ batch_id }) => {
        openLink(writeBatchLink(batch_id));
      },
    );
  };
  const change = (typed: string) => {
    setFault(null);
    setText(typed);
  };
  return (
    <form className="lookup-form" aria-label="Lookup of many homes" onSubmit={submit} noValidate>
      {LOOKUP_SOURCES.length > 1 && (
        <SelectField
          id="batch-source"
          label="Source"
          value={source ?? ''}
          options={LOOKUP_SOURCES.map((one) => [one, sourceLabel(one)])}
          onPick={(picked) => setSource(LOOKUP_SOURCES.find((one) => one === picked))}
        />
      )}
      <HomesField {...{ text, problem }} onText={change} />
      <FileButton onText={change} onFault={setFault} />
      <p role="status">
        {input !== null && problem === undefined && <Price {...{ input, source }} />}
      </p>
      <Send total={isReady ? input.total : null} busy={busy} />
      {error !== null && <ErrorBox error={error} search />}
    </form>
  );
}

/** aria-disabled, so that the button keeps the focus. */
const Send = ({ total, busy }: { readonly total: number | null; readonly busy: boolean }) => (
  <div className="actions">
    <button type="submit" className="primary" aria-disabled={busy}>
      <Icon name="search" />{' '}
      {total === null ? 'Look up these homes' : `Look up ${counted(total, 'home')}`}
    </button>
  </div>
);

interface FieldProps {
  readonly text: string;
  readonly problem: string | undefined;
  onText(text: string): void;
}

const HomesField = ({ text, problem, onText }: FieldProps) => (
  <Field id="batch-homes" label="Homes" hint={HINT} problem={problem}>
    {(described) => (
      <textarea
        {...described}
        rows={8}
        spellCheck={false}
        autoComplete="off"
        placeholder={EXAMPLE}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
    )}
  </Field>
);

const HINT = `One home on each line: its address with ZIP code, or with city and state, its page at the source, or its ID. Or a table as CSV, whose first line names the columns: address, city, state, zip, url, source_id. At most ${count(BATCH_HOMES_MAX)} homes.`;
const EXAMPLE =
  '4455 W Lanternhill St, Austin, TX 78704\n3300 W Fieldmark Rd APT 5, Austin, TX 78745';

interface PriceProps {
  readonly input: BatchInput;
  readonly source: string | undefined;
}

/** What is sent, what it can cost, and what is free. */
function Price({ input: { total, readAs }, source }: PriceProps) {
  const price = LOOKUP_ROUTES.find((route) => route.source === source)?.price ?? 1;
  return (
    <>
      {`Read as ${readAs}. `}
      <b>{`At most ${counted(total * price, 'credit')}`}</b>
      {`: ${counted(price, 'credit')} for each home that is found, nothing for the others. The same home twice is charged once.`}
    </>
  );
}

interface FileProps {
  onText(text: string): void;
  onFault(problem: string): void;
}

/** The chosen file fills the field above: nothing is sent yet. */
const FileButton = ({ onText, onFault }: FileProps) => {
  const take = (text: string) => {
    if (text.includes(UNREADABLE)) onFault('The file is not in UTF-8. Save it in UTF-8, as CSV.');
    else onText(text);
  };
  return (
    <label className="file-button">
      Or choose a file
      <input
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file === undefined) return;
          if (file.size > BATCH_BYTES_MAX) onFault('The file is larger than 1 MiB. Divide it.');
          else void file.text().then(take, () => onFault('The file could not be read.'));
          target.value = '';
        }}
      />
    </label>
  );
};

/** What the browser writes in place of bytes that are not UTF-8. */
const UNREADABLE = '\uFFFD';
