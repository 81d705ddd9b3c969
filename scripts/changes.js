// The form of an entry of changes/, for the release and for the test that reads each entry.

/** What an entry is about, in the order of CHANGELOG.md. */
export const BUCKETS = ['Interface', 'Collection', 'Application'];
const LINES_MAX = 4;

/** The bucket and the text of an entry. Throws where it has neither form nor size. */
export function readEntry(name, content) {
  const lines = content.trimEnd().split('\n');
  const [, bucket, first] = /^(\w+): (\S.*)$/.exec(lines[0] ?? '') ?? [];
  if (!BUCKETS.includes(bucket) || lines.length > LINES_MAX || /\bPending\b/.test(content)) {
    throw new Error(
      `changes/${name}: begin with one of ${BUCKETS.join(', ')} and a colon, say what changed for whom in ${LINES_MAX} lines at most, and leave nothing pending.`,
    );
  }
  return { bucket, text: [first, ...lines.slice(1).map((line) => `  ${line.trim()}`)].join('\n') };
}
