/** Under which licences the shown rows were published, beside them as their publishers want it. */
import { memo } from 'react';
import type { Row } from '#contract/rows.js';

interface Right {
  readonly attribution: string;
  readonly licence: string | null;
  readonly licence_url: string | null;
}

/** The different rights of rows, in the order in which they are first met. */
export function rightsOf(rows: readonly Row[]): readonly Right[] {
  const found = new Map<string, Right>();
  for (const { extras } of rows) {
    if (!('attribution' in extras) || typeof extras.attribution !== 'string') continue;
    const { attribution, licence, licence_url } = extras;
    found.set(`${attribution} ${licence ?? ''}`, { attribution, licence, licence_url });
  }
  return [...found.values()];
}

export const Rights = memo(({ rows }: { readonly rows: readonly Row[] }) => {
  const rights = rightsOf(rows);
  if (rights.length === 0) return null;
  return (
    <p className="hint">
      {rights.map((one) => (
        <RightView key={`${one.attribution} ${one.licence ?? ''}`} {...one} />
      ))}
    </p>
  );
});

/** The publisher, and the licence as a link where it is written down. */
export const RightView = ({ attribution, licence, licence_url }: Right) => (
  <span className="right">
    {attribution}
    {licence !== null && ' · '}
    {licence !== null && licence_url !== null ? (
      <a href={licence_url} target="_blank" rel="noreferrer">
        {licence}
      </a>
    ) : (
      licence
    )}{' '}
  </span>
);
