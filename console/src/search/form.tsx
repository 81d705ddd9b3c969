/** The search form: route, place, filters. Nothing is sent before it is asked for. */
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { Icon } from '../shell/icons.js';
import { routeTitle } from '../words/names.js';
import { problemsOf, withRoute } from './draft.js';
import { Field } from './field.js';
import { FilterFields } from './filter-fields.js';
import { LocationFields, type LocationProps } from './location-fields.js';

interface Props extends Omit<LocationProps, 'problems'> {
  readonly busy: boolean;
  onSearch(): void;
  /** Search was pressed, and the inputs do not fit. */
  onUnfit(): void;
}

export function SearchForm(props: Props) {
  const { draft, busy, onDraft, onSearch, onUnfit } = props;
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const all = useMemo(() => problemsOf(draft), [draft]);
  const problems = tried ? all : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    if (Object.keys(all).length === 0) {
      setTried(false);
      onSearch();
    } else {
      onUnfit();
      // The marks appear with the next render; the first of them takes the focus.
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
    }
  };
  return (
    <form ref={form} className="search-form" aria-label="Search" onSubmit={submit} noValidate>
      <Field id="route" label="What">
        {(described) => (
          <select
            {...described}
            value={draft.routeId}
            onChange={({ target }) => onDraft(withRoute(draft, target.value))}
          >
            {SEARCH_ROUTES.map((route) => (
              <option key={route.id} value={route.id}>
                {routeTitle(route)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <LocationFields {...props} problems={problems} />
      <FilterFields draft={draft} problems={problems} onDraft={onDraft} />
      <div className="submit">
        {/* Not disabled, which would take the focus from it. */}
        <button type="submit" className="primary" aria-disabled={busy}>
          <Icon name="search" /> Search
        </button>
        <p className="hint">1 credit a page that is complete; nothing for a failed one.</p>
      </div>
    </form>
  );
}
