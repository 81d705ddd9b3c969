/** The filters of a search beside its title. */
import { Fragment } from 'react';
import type { Draft } from './draft.js';
import { filterWords } from './filter-words.js';

/** Each after a comma that is read aloud and copied, but not seen. */
export const FilterTags = ({ draft }: { readonly draft: Draft }) =>
  filterWords(draft).map((words) => (
    <Fragment key={words}>
      <span className="sr-only">, </span>
      <span className="tag">{words}</span>
    </Fragment>
  ));
