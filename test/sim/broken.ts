/** A rule of the service that did not hold. */
export class Broken extends Error {
  override readonly name = 'Broken';
  readonly rule: string;

  constructor(rule: string, detail: string) {
    super(`${rule}: ${detail}`);
    this.rule = rule;
  }
}

/** Asserts a rule; `detail` is what was found instead. */
export function must(holds: boolean, rule: string, detail: string | (() => string)): void {
  if (!holds) throw new Broken(rule, typeof detail === 'string' ? detail : detail());
}
