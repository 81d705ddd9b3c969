/** The search form: source, area, filters. Nothing is sent before Search is pressed. */
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { Icon } from '../shell/icons.js';
import { useSynthetic } from '../shell/sandbox.js';
import { routeOr, routeTitle } from '../text/labels.js';
import { problemsOf, withRoute } from './draft.js';
import { SelectField } from './field.js';
import { FilterFields } from './filter-fields.js';
import { LocationFields, type LocationProps } from './location-fields.js';

interface Props extends Omit<LocationProps, 'problems'> {
  readonly busy: boolean;
  onSearch(): void;
  onWatch(): void;
  /** Search was pressed with invalid inputs. */
  onInvalid(): void;
}

export function SearchForm(props: Props) {
  const synthetic = useSynthetic();
  const { draft, busy, onDraft, onSearch, onWatch, onInvalid } = props;
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const all = useMemo(() => problemsOf(draft), [draft]);
  const problems = tried ? all : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) check(onSearch);
  };
  const check = (then: () => void) => {
    setTried(true);
    if (Object.keys(all).length === 0) {
      setTried(false);
      then();
    } else {
      onInvalid();
      // The next render marks the invalid inputs; the first one takes the focus.
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
    }
  };
  return (
    <form ref={form} className="search-form" aria-label="Search" onSubmit={submit} noValidate>
      <SelectField
        id="route"
        label="Source"
        hint={synthetic.has(routeOr(draft.routeId).source) ? SANDBOX_TEXT : undefined}
        value={draft.routeId}
        options={SEARCH_ROUTES.map((route) => [route.id, routeTitle(route)])}
        onPick={(id) => onDraft(withRoute(draft, id))}
      />
      <LocationFields {...props} problems={problems} />
      <FilterFields draft={draft} problems={problems} onDraft={onDraft} />
      <Submit busy={busy} onWatch={() => check(onWatch)} />
    </form>
  );
}

const SANDBOX_TEXT = 'From the sandbox: none of these homes exists.';

const Submit = ({ busy, onWatch }: Pick<Props, 'busy' | 'onWatch'>) => (
  <div className="submit">
    {/* aria-disabled, so that the button keeps the focus. */}
    <button type="submit" className="primary" aria-disabled={busy}>
      <Icon name="search" /> Search
    </button>
    <button type="button" onClick={onWatch}>
      <Icon name="watch" /> Watch this search
    </button>
    <p className="hint">1 credit per complete page. Failed searches are free.</p>
  </div>
);
