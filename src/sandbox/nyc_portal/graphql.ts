/**
 * Reads the argument of a GraphQL field, inlined in the query's text or given as a variable. It
 * reads values only: names, numbers, texts, lists and objects, as deep as a search nests.
 */
import { membersOf } from '../text.js';

const DEPTH_MAX = 8;
const PLACES_MAX = 8;
const ITEMS_MAX = 2_000;
const SKIPPED = /(?:[\s,\uFEFF]|#[^\n\r]*)*/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const NAME = /[_A-Za-z][_0-9A-Za-z]*/y;
const TEXT = /"((?:[^"\\\n]|\\.)*)"/y;
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };

/** The members of a field's argument; undefined when the text has none that can be read. */
export function argumentOf(
  query: string,
  field: string,
  argument: string,
  variables: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  // The operation may have the field's name, so the first place that can be read counts.
  const places = [...query.matchAll(new RegExp(`\\b${field}\\s*\\(`, 'g'))].slice(0, PLACES_MAX);
  for (const place of places) {
    const reader = new Reader(query, place.index + place[0].length, variables);
    const members = reader.members(')', 0);
    if (!reader.failed) return membersOf(members[argument]);
  }
  return undefined;
}

class Reader {
  failed = false;
  private readonly text: string;
  private readonly variables: Readonly<Record<string, unknown>>;
  private at: number;
  private items = 0;

  constructor(text: string, at: number, variables: Readonly<Record<string, unknown>>) {
    this.text = text;
    this.at = at;
    this.variables = variables;
  }

  /** `name: value` pairs up to the closing sign. */
  members(end: string, depth: number): Record<string, unknown> {
    const members: Record<string, unknown> = {};
    while (this.more(end)) {
      const name = this.take(NAME);
      if (name === undefined || !this.sign(':')) return this.fail(members);
      members[name] = this.value(depth + 1);
    }
    return members;
  }

  private value(depth: number): unknown {
    if (depth > DEPTH_MAX) return this.fail(null);
    if (this.sign('{')) return this.members('}', depth);
    if (this.sign('[')) return this.list(depth);
    if (this.sign('$')) return this.variables[this.take(NAME) ?? ''];
    const text = this.take(TEXT);
    if (text !== undefined) return text.slice(1, -1);
    const number = this.take(NUMBER);
    if (number !== undefined) return Number(number);
    const word = this.take(NAME);
    if (word === undefined) return this.fail(null);
    return Object.hasOwn(WORDS, word) ? WORDS[word] : word;
  }

  private list(depth: number): unknown[] {
    const items: unknown[] = [];
    while (this.more(']')) items.push(this.value(depth + 1));
    return items;
  }

  /** Whether another item precedes the closing sign; consumes the sign when it is next. */
  private more(end: string): boolean {
    this.items += 1;
    if (this.items > ITEMS_MAX) this.failed = true;
    return !this.failed && !this.sign(end);
  }

  private sign(sign: string): boolean {
    this.skip();
    if (this.text.charAt(this.at) !== sign) return false;
    this.at += 1;
    return true;
  }

  private take(shape: RegExp): string | undefined {
    this.skip();
    shape.lastIndex = this.at;
    const found = shape.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  private skip(): void {
    SKIPPED.lastIndex = this.at;
    this.at += SKIPPED.exec(this.text)?.[0].length ?? 0;
  }

  private fail<T>(value: T): T {
    this.failed = true;
    return value;
  }
}
