/** The request as code to copy; the key is masked unless shown. */
import { useState } from 'react';
import { type Draft, queryOf } from '../search/draft.js';
import { Segments } from '../search/field.js';
import { Icon } from '../shell/icons.js';
import { useKey } from '../shell/session.js';
import { useCopy } from '../shell/use-copy.js';
import { routeOr } from '../text/labels.js';
import { LANGUAGES, type Language, masked, snippet } from './snippets.js';

export function CodePanel({ draft }: { readonly draft: Draft }) {
  const { apiKey } = useKey();
  const [language, setLanguage] = useState<Language>('curl');
  const [keyShown, setKeyShown] = useState(false);
  const { copy, said } = useCopy('Copied with the key');
  const key = apiKey === '' ? 'YOUR_API_KEY' : apiKey;
  const asked = { origin: location.origin, route: routeOr(draft.routeId), query: queryOf(draft) };
  return (
    <section className="code" aria-labelledby="code-title">
      <div className="code-head">
        <h2 id="code-title">This request as code</h2>
        <Segments
          label="Language"
          name="language"
          chosen={language}
          options={LANGUAGES.map((name) => [name, name])}
          onChoose={(name) => setLanguage(name)}
        />
        <label className="switch">
          <input
            type="checkbox"
            checked={keyShown}
            onChange={({ target }) => setKeyShown(target.checked)}
          />
          Show the key
        </label>
        {/* The copied code contains the key, so that it works. */}
        <button type="button" onClick={() => copy(snippet(language, { ...asked, key }))}>
          <Icon name="copy" /> Copy
        </button>
        <span role="status" className="hint">
          {said}
        </span>
      </div>
      {draft.shape !== undefined && (
        <p className="hint">This requests the box around your shape.</p>
      )}
      <pre tabIndex={0} aria-label={`${language} code`}>
        <code>{snippet(language, { ...asked, key: keyShown ? key : masked(key) })}</code>
      </pre>
    </section>
  );
}
