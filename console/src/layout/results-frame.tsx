/** The part of the search page that holds the results, in the chosen layout. */

import type { CSSProperties, ReactNode, Ref } from 'react';
import { Suspense } from 'react';
import { useLayout } from './layout.js';

interface Props {
  readonly ref: Ref<HTMLElement>;
  readonly children: ReactNode;
}

export function ResultsFrame({ ref, children }: Props) {
  const { beside, mapShare } = useLayout();
  const style: CSSProperties & MapShare = { '--map-share': mapShare };
  return (
    <section
      className={`results beside-${beside}`}
      aria-label="Results"
      {...{ style, ref }}
      tabIndex={-1}
    >
      <Suspense>{children}</Suspense>
    </section>
  );
}

/** Percent of the width, for the styles of the layout. */
interface MapShare {
  readonly '--map-share': number;
}
