/** The box of a question in words, with examples, and what of it was not understood. */
import { type FormEvent, useRef } from 'react';
import { QUESTION_CHARS_MAX } from '#contract/question/read-question.js';
import type { Suggestion } from '../search/places.js';
import type { HomesAsk } from './ask.js';
import { type Understood, understand, unplaced } from './find-place.js';

interface Props {
  readonly ask: HomesAsk;
  readonly text: string;
  readonly understood: Understood | null;
  /** Whether there is nothing below, so that examples have room. */
  readonly first: boolean;
  onText(text: string): void;
  onUnderstood(understood: Understood): void;
  onOther(place: Suggestion): void;
}

const EXAMPLES = [
  '3-bed under $900k in 78704',
  'Price cut this month in Austin, TX',
  '2-bed for rent under $2,500 in 78704',
];

export function QuestionForm(props: Props) {
  const { ask, text, understood, first, onText, onUnderstood, onOther } = props;
  const last = useRef('');
  const read = (words: string) => {
    last.current = words;
    const known = (found: Understood) => {
      // A slower answer to an earlier question is dropped.
      if (last.current === words) onUnderstood(found);
    };
    if (words.trim() !== '') void understand(words, ask).then(known, () => known(unplaced(ask)));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    read(text);
  };
  return (
    <form className="question" onSubmit={submit}>
      <label htmlFor="question" className={first ? 'question-title' : 'sr-only'}>
        Which homes are you looking for?
      </label>
      <div className="question-line">
        <input
          id="question"
          value={text}
          maxLength={QUESTION_CHARS_MAX}
          placeholder="3-bed under $600k in 78704, price cut this month"
          aria-describedby="question-read"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onText(event.target.value)}
        />
        <button type="submit" className="primary">
          Find homes
        </button>
      </div>
      <div id="question-read" aria-live="polite">
        {understood !== null && <Read {...understood} onOther={onOther} />}
      </div>
      {first && (
        <Examples
          onExample={(words) => {
            onText(words);
            read(words);
          }}
        />
      )}
    </form>
  );
}

const Examples = ({ onExample }: { onExample(words: string): void }) => (
  <p className="examples">
    For example:{' '}
    {EXAMPLES.map((words) => (
      <button key={words} type="button" className="chip" onClick={() => onExample(words)}>
        {words}
      </button>
    ))}
  </p>
);

function Read({
  unread,
  others,
  problem,
  search,
  onOther,
}: Omit<Understood, 'ask'> & Pick<Props, 'onOther'>) {
  return (
    <>
      {problem !== null && <p className="problem">{problem}</p>}
      {unread.length > 0 && (
        <p className="hint">
          Not understood, and left out: <b>{unread.join(', ')}</b>
        </p>
      )}
      {search !== null && (
        <p>
          Sold homes are searched one source at a time:{' '}
          <a href={search.link}>fill in {search.title}</a>
          {search.left.length > 0 &&
            `, which does not filter by ${search.left.join(', ').toLowerCase()}`}
          {search.period !== null && `; its period will be ${search.period} instead`}.
        </p>
      )}
      {others.length > 0 && search === null && (
        <p className="hint examples">
          Another place of this name?{' '}
          {others.map((place) => (
            <button key={place.state} type="button" className="chip" onClick={() => onOther(place)}>
              {`${place.name}, ${place.state}`}
            </button>
          ))}
        </p>
      )}
    </>
  );
}
