/** Answers of statements as lines of text: CSV and NDJSON. */
import { csvHeader, csvLine } from './flat-rows.js';
import type { SqlAnswerBody } from './operations/sql.js';

/** Names without repeats: the second `a` is `a_2`. */
function namesOf({ columns }: SqlAnswerBody): string[] {
  const names: string[] = [];
  for (const { name } of columns) {
    let own = name;
    for (let nth = 2; names.includes(own); nth += 1) own = `${name}_${nth}`;
    names.push(own);
  }
  return names;
}

/** RFC 4180, with a first line of names; lists and structs are JSON text. */
export function sqlCsv(answer: SqlAnswerBody): string {
  const places = answer.columns.map((_column, at) => `at ${at}`);
  const lines = answer.rows.map((row) =>
    csvLine(places, Object.fromEntries(places.map((place, at) => [place, row[at]]))),
  );
  return csvHeader(namesOf(answer)) + lines.join('');
}

export function sqlNdjson(answer: SqlAnswerBody): string {
  const names = namesOf(answer);
  return answer.rows
    .map(
      (row) => `${JSON.stringify(Object.fromEntries(names.map((name, at) => [name, row[at]])))}\n`,
    )
    .join('');
}
