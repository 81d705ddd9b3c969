/** The facts that a row does not have, folded into one line: each with its reason in words. */
import type { Row } from '#contract/rows.js';
import type { Column } from '../results/fields.js';
import type { Reasons } from '../results/reasons.js';
import { counted } from '../text/format.js';
import { whyAbsent } from './why-absent.js';

interface Props {
  readonly row: Row;
  readonly columns: readonly Column[];
  readonly reasons: Reasons;
}

export const AbsentFacts = ({ row, columns, reasons }: Props) =>
  columns.length > 0 && (
    <details className="absent-facts">
      <summary>{`${counted(columns.length, 'fact')} that this source did not give`}</summary>
      <dl>
        {columns.map(({ name, title, meaning }) => (
          <div key={name}>
            <dt title={meaning}>{title}</dt>
            <dd className="absent">{whyAbsent(row, name, reasons.get(name))}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
