/** Whether a filter holds for a row, and whether it can hold for any home of a ZIP. */
import type { WireRow } from '../portal.js';
import type { Expression, Literal, Operand, Sign } from './parse-filter.js';

export function holds(expression: Expression, row: WireRow): boolean {
  switch (expression.is) {
    case 'and':
      return expression.parts.every((part) => holds(part, row));
    case 'or':
      return expression.parts.some((part) => holds(part, row));
    case 'not':
      return !holds(expression.part, row);
    case 'compared':
      return compare(valueOf(expression.left, row), expression.sign, expression.value);
    case 'text': {
      const value = valueOf(expression.left, row);
      return typeof value === 'string' && TEXT_TESTS[expression.test](value, expression.value);
    }
  }
}

const TEXT_TESTS = {
  startswith: (text: string, part: string) => text.startsWith(part),
  endswith: (text: string, part: string) => text.endsWith(part),
  contains: (text: string, part: string) => text.includes(part),
} as const;

function valueOf({ field, lower }: Operand, row: WireRow): unknown {
  const value = row[field] ?? null;
  return lower && typeof value === 'string' ? value.toLowerCase() : value;
}

/** Only null equals null, and nothing is above or below it. */
export function compare(value: unknown, sign: Sign, other: Literal): boolean {
  if (sign === 'eq') return value === other;
  if (sign === 'ne') return value !== other;
  if (value === null || other === null || typeof value !== typeof other) return false;
  const order = (value as string | number) < other ? -1 : value === other ? 0 : 1;
  return { gt: order > 0, ge: order >= 0, lt: order < 0, le: order <= 0 }[sign];
}

/** What all homes of a ZIP have in common: one value, or a range of numbers. */
export type Fact = { readonly value: string } | { readonly from: number; readonly to: number };
export type Facts = ReadonlyMap<string, Fact>;

type Answer = 'yes' | 'no' | 'maybe';

/** Whether the filter holds for all, none or some homes of which only these facts are known. */
export function mayHold(expression: Expression, facts: Facts): Answer {
  switch (expression.is) {
    case 'and':
      return joined(expression.parts, facts, 'no', 'yes');
    case 'or':
      return joined(expression.parts, facts, 'yes', 'no');
    case 'not': {
      const inner = mayHold(expression.part, facts);
      return inner === 'maybe' ? inner : inner === 'yes' ? 'no' : 'yes';
    }
    case 'text':
    case 'compared': {
      const fact = facts.get(expression.left.field);
      if (fact === undefined) return 'maybe';
      if ('value' in fact) {
        return holds(expression, { [expression.left.field]: fact.value }) ? 'yes' : 'no';
      }
      if (expression.is === 'text') return 'no';
      return ofRange(fact, expression.sign, expression.value);
    }
  }
}

function joined(
  parts: readonly Expression[],
  facts: Facts,
  decides: Answer,
  otherwise: Answer,
): Answer {
  let answer = otherwise;
  for (const part of parts) {
    const one = mayHold(part, facts);
    if (one === decides) return decides;
    if (one === 'maybe') answer = 'maybe';
  }
  return answer;
}

function ofRange({ from, to }: { from: number; to: number }, sign: Sign, value: Literal): Answer {
  if (typeof value !== 'number') return 'maybe';
  const [low, high] = [compare(from, sign, value), compare(to, sign, value)];
  if (sign === 'eq' || sign === 'ne') return 'maybe';
  return low === high ? (low ? 'yes' : 'no') : 'maybe';
}

/** Every field that a filter names. */
export function fieldsIn(expression: Expression): readonly string[] {
  switch (expression.is) {
    case 'and':
    case 'or':
      return expression.parts.flatMap(fieldsIn);
    case 'not':
      return fieldsIn(expression.part);
    case 'compared':
    case 'text':
      return [expression.left.field];
  }
}
