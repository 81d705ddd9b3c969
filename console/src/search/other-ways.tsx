/** Below the search form: what else can be done with homes. */
export const OtherWays = () => (
  <p className="other-ways">
    <a href="#/home">Look up one home by its address</a>
    <a href="#/compare">Compare two searches</a>
  </p>
);
