/** Usage of accounts for invoices: by day, route, key or account, between two days. */
import { OperatorError } from '#base/operator-error.js';
import { archivedMonths, type UsageGroup, usageReport } from '#store/usage-report.js';
import { now, type Parts } from '../app.js';
import { requireAccount } from './keys.js';

export { USAGE_GROUPS, type UsageGroup } from '#store/usage-report.js';

export interface UsageQuestion {
  /** Null for all accounts. */
  readonly account_id: string | null;
  readonly by: UsageGroup;
  /** The first moment, and the one after the last; null for the current month, up to today. */
  readonly from: Date | null;
  readonly to: Date | null;
}

/** Most rows of one report: enough for a month of 3,000 accounts by day. */
export const REPORT_ROWS_MAX = 100_000;
const NAMES: Readonly<Record<UsageGroup, string>> = {
  day: 'date',
  route: 'route',
  key: 'key_id',
  account: 'account_id',
};

/** The rows of a report. Throws OperatorError for too many rows, or days in the wrong order. */
export async function showUsageReport(
  app: Parts<'clock' | 'db' | 'limits'>,
  question: UsageQuestion,
) {
  const { account_id, by } = question;
  if (account_id !== null) await requireAccount(app.db, account_id);
  const at = now(app);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()] as const;
  const from = question.from ?? new Date(Date.UTC(year, month, 1));
  const to = question.to ?? new Date(Date.UTC(year, month, day + 1));
  if (from >= to)
    throw new OperatorError('The period ends before it begins. Give both --from and --to.');
  const found = await usageReport(app.db, by, { account_id, from, to }, REPORT_ROWS_MAX + 1);
  if (found.length > REPORT_ROWS_MAX) {
    throw new OperatorError(
      `The report has more than ${REPORT_ROWS_MAX} rows. Request fewer days, or one account.`,
    );
  }
  const usage = found.map(({ group, label, account_id: id, name, ...counts }) => ({
    account_id: id,
    name,
    [NAMES[by]]: group,
    ...(by === 'key' && { label }),
    ...counts,
  }));
  // A job is of the month of its request, and may end as long after it as it is stored.
  const requestedMs = from.getTime() - app.limits.JOB_RETENTION_S * 1000;
  const archived = await archivedMonths(app.db, new Date(requestedMs), to);
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    usage,
    credits: found.reduce((sum, { credits }) => sum + credits, 0),
    ...(archived.length > 0 && {
      warning: `Calls of ${archived.join(', ')} are not counted, even if they were charged in the next month: they are archived in files.`,
    }),
  };
}
