/** Figures with their names. */
export type FactText = readonly [name: string, value: string | null, large?: 'large'];

interface Props {
  /** Those without a value are left out. */
  readonly facts: readonly FactText[];
  readonly className?: string;
}

export const Facts = ({ facts, className = 'figures wide' }: Props) => (
  <dl className={className}>
    {facts.map(
      ([name, value, large]) =>
        value !== null && (
          <div className={large === undefined ? 'figure' : 'figure large'} key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);
