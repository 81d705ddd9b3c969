/** One figure with its name, inside a list of figures. */
export const Fact = ({ name, value, large }: { name: string; value: string; large?: boolean }) => (
  <div className={large === true ? 'figure large' : 'figure'}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
