/** What another source shows of the home above, in the columns of the table. */
import { memo } from 'react';
import { PageLink } from '../home/page-link.js';
import { pinOf } from '../results/column-layout.js';
import { type Column, textOf } from '../results/fields.js';
import { placeName, seenText } from '../story/words.js';
import { money } from '../text/format.js';
import type { Line } from './lines.js';

interface Props {
  readonly line: Extract<Line, { member: unknown }>;
  readonly columns: readonly Column[];
  readonly pinned: number;
  /** Among the lines of the table. */
  readonly index: number;
}

export const MemberLine = memo(function MemberLine({ line, columns, pinned, index }: Props) {
  return (
    // The headings are row 1.
    <tr className="member" data-index={index} aria-rowindex={index + 2}>
      {columns.map((column, place) => (
        <Cell key={column.name} {...{ line, column, place, pinned }} />
      ))}
    </tr>
  );
});

interface CellProps extends Pick<Props, 'line' | 'pinned'> {
  readonly column: Column;
  readonly place: number;
}

function Cell({ line, column, place, pinned }: CellProps) {
  const pin = pinOf(place, pinned);
  if (place === 0) {
    return (
      <td className={pin.className} style={pin.style} tabIndex={-1} title={titleOf(line)}>
        <PageLink url={line.member.source_url}>{placeName(line.member)}</PageLink>
      </td>
    );
  }
  const found = line.values.get(column.name);
  const differs = found?.differs === true;
  return (
    <td
      className={`${column.numeric ? 'numeric' : ''} ${differs ? 'differs' : ''} ${pin.className}`}
      style={pin.style}
      tabIndex={-1}
    >
      {found !== undefined && textOf(found.value, column.type, column.name)}
      {differs && <span className="sr-only"> (differs)</span>}
    </td>
  );
}

/**
 * When it was seen, and what it costs there: the column of the price may not be shown, or be of
 * another kind.
 */
function titleOf({ member }: Props['line']): string {
  const amount = member.rent_monthly ?? member.price;
  return [placeName(member), amount && money(amount), seenText(member)].filter(Boolean).join(', ');
}
