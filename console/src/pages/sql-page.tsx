/** A statement in SQL over what the account may read: editor, tables beside it, answer and plot. */
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import type { SqlAnswer } from '#client/index.js';
import { SQL_CHARS_MAX, SQL_ROWS_DEFAULT } from '#contract/limits.js';
import { useAction } from '../service/query.js';
import { ErrorBox } from '../shell/error-box.js';
import { AnswerPlot } from '../sql/answer-plot.js';
import { AnswerTable } from '../sql/answer-table.js';
import { EXAMPLES } from '../sql/examples.js';
import { TableList } from '../sql/table-list.js';
import '../styles/sql.css';

/** The statement of this tab, stored so that another page or a reload does not end it. */
function useStatement(): [string, (text: string) => void] {
  const storedAs = 'rowhouse-sql';
  const [sql, setText] = useState(() => sessionStorage.getItem(storedAs) ?? EXAMPLES[0].sql);
  const setSql = (text: string) => {
    setText(text);
    sessionStorage.setItem(storedAs, text);
  };
  return [sql, setSql];
}

export function SqlPage() {
  const editor = useRef<HTMLTextAreaElement>(null);
  const [sql, setSql] = useStatement();
  const [answer, setAnswer] = useState<SqlAnswer | null>(null);
  const { act, busy, error } = useAction();
  const run = (text = sql) => {
    if (text.trim() === '') return;
    act((client) => client.sql(text, { rows: SQL_ROWS_DEFAULT }), setAnswer);
  };
  const choose = (text: string) => {
    setSql(text);
    run(text);
  };
  const insert = (name: string) => {
    const { selectionStart = sql.length, selectionEnd = sql.length } = editor.current ?? {};
    setSql(`${sql.slice(0, selectionStart)}${name}${sql.slice(selectionEnd)}`);
    editor.current?.focus();
  };
  return (
    <div className="page sql-page">
      <h1>SQL</h1>
      <p className="lead">
        Ask in SQL over your finished searches, known homes and imported sales. A statement only
        reads, and is free. <a href="/docs/sql">Tables, bounds and examples</a>
      </p>
      <div className="sql-columns">
        <div className="sql-main">
          <Editor {...{ editor, sql, busy, setSql, run }} />
          <fieldset className="sql-examples">
            <legend>Examples</legend>
            {EXAMPLES.map((one) => (
              <button type="button" key={one.title} onClick={() => choose(one.sql)} disabled={busy}>
                {one.title}
              </button>
            ))}
          </fieldset>
          {error !== null && <ErrorBox error={error} onRetry={() => run()} />}
          {error === null && answer !== null && (
            <>
              <AnswerPlot answer={answer} />
              <AnswerTable answer={answer} />
            </>
          )}
        </div>
        <TableList onName={insert} />
      </div>
    </div>
  );
}

interface EditorProps {
  readonly editor: RefObject<HTMLTextAreaElement | null>;
  readonly sql: string;
  readonly busy: boolean;
  setSql(text: string): void;
  run(): void;
}

function Editor({ editor, sql, busy, setSql, run }: EditorProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run();
  };
  return (
    <>
      <label htmlFor="sql-text">Statement</label>
      <textarea
        id="sql-text"
        ref={editor}
        value={sql}
        rows={7}
        maxLength={SQL_CHARS_MAX}
        spellCheck={false}
        autoCapitalize="off"
        onChange={({ target }) => setSql(target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="actions">
        <button type="button" className="primary" onClick={() => run()} disabled={busy}>
          {busy ? 'Running…' : 'Run'}
        </button>
        <span className="hint">Ctrl+Enter runs it.</span>
      </div>
    </>
  );
}
