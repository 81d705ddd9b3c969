// The findings of `npm audit --json`, checked against the written exceptions. A shipped package
// fails at any severity; a development package only if critical, as malicious packages are.

/** Answers of registries, mirrors mostly, that take no audit. */
const NOT_OFFERED = [403, 404, 405, 501];
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * `report` is npm's JSON, `packages` those of package-lock.json, `today` is YYYY-MM-DD.
 * The outcome is `clean`, `excepted`, `not_checked` or `failed`; `lines` say why.
 */
export function auditOutcome({ report, exceptions, packages, today }) {
  const wrong = exceptions.flatMap((one) => wrongWith(one, today));
  const status = report?.statusCode;
  if (NOT_OFFERED.includes(status)) {
    const lines = [
      `NOT CHECKED: the registry does not offer an audit (status ${status}).`,
      'Nothing is known about vulnerabilities of the packages. Run this with a registry that offers it.',
    ];
    return { outcome: wrong.length > 0 ? 'failed' : 'not_checked', lines: [...lines, ...wrong] };
  }
  if (typeof report?.vulnerabilities !== 'object' || report.vulnerabilities === null) {
    const reason = report?.message ?? 'its answer is no report';
    return { outcome: 'failed', lines: [`npm audit failed: ${reason}. Run it again.`, ...wrong] };
  }
  const valid = exceptions.filter((one) => wrongWith(one, today).length === 0);
  return judge(findingsOf(report.vulnerabilities, packages), valid, wrong);
}

function judge(findings, exceptions, wrong) {
  const excepts = (one) => (exception) =>
    exception.package === one.package && exception.advisory === one.advisory;
  const unmatched = exceptions
    .filter((exception) => !findings.some((one) => excepts(one)(exception)))
    .map((one) => `${nameOf(one)}: the exception matches nothing any more. Remove it.`);
  const open = findings.filter((one) => !exceptions.some(excepts(one)));
  const failing = open.filter(({ isShipped, severity }) => isShipped || severity === 'critical');
  const lines = [
    ...failing.map((one) => `${lineOf(one)}: update it, or write an exception.`),
    ...open.filter((one) => !failing.includes(one)).map((one) => `${lineOf(one)}: reported only.`),
    ...findings
      .filter((one) => !open.includes(one))
      .map((one) => `${lineOf(one)}: excepted, ${exceptions.find(excepts(one)).reason}`),
    ...wrong,
    ...unmatched,
  ];
  if (failing.length + wrong.length + unmatched.length > 0) return { outcome: 'failed', lines };
  return { outcome: open.length < findings.length ? 'excepted' : 'clean', lines };
}

/** One for each advisory and package. A `via` that is a name repeats a finding of that package. */
function findingsOf(vulnerabilities, packages) {
  const found = new Map();
  for (const { via, nodes } of Object.values(vulnerabilities))
    for (const cause of via) {
      if (typeof cause === 'string') continue;
      const advisory = cause.url?.match(/GHSA(-\w{4}){3}/)?.[0] ?? String(cause.source);
      const paths = vulnerabilities[cause.name]?.nodes ?? nodes ?? [];
      found.set(`${cause.name} ${advisory}`, {
        package: cause.name,
        advisory,
        severity: cause.severity,
        title: cause.title,
        isShipped: paths.length === 0 || paths.some((path) => packages[path]?.dev !== true),
      });
    }
  return [...found.values()];
}

const nameOf = ({ package: name, advisory }) => `${name} ${advisory}`;
const lineOf = (one) =>
  `${nameOf(one)} (${one.severity}, ${one.isShipped ? 'shipped' : 'development'}): ${one.title}`;

/** What keeps an exception from counting. */
function wrongWith(exception, today) {
  const said = ['package', 'advisory', 'reason', 'until'].every(
    (member) => typeof exception?.[member] === 'string' && exception[member].trim() !== '',
  );
  if (!said || !DAY.test(exception.until) || Number.isNaN(Date.parse(exception.until)))
    return [
      `${JSON.stringify(exception)}: write package, advisory, reason and until (YYYY-MM-DD).`,
    ];
  if (exception.until < today)
    return [`${nameOf(exception)}: the exception ended on ${exception.until}. Update the package.`];
  return [];
}
