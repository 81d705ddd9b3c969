/**
 * Parts whose code is loaded when they are first shown. Where it cannot be loaded, the text says so
 * in place of the part, and everything around it stays.
 */
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

interface Loading<P> {
  /** "The map": what is loading. */
  readonly what: string;
  load(): Promise<ComponentType<P>>;
  /** Shown meanwhile. */
  readonly waiting?: ReactNode;
}

export function loadPart<P extends object>({ what, load, waiting }: Loading<P>): ComponentType<P> {
  // React remembers a failure: another attempt is another component.
  const attempt = () =>
    lazy(async () => {
      await loadBrokenStyles();
      return { default: await load() };
    });
  let newest = attempt();
  return function Part(props: P) {
    const [{ Loaded }, setLoaded] = useState(() => ({ Loaded: newest }));
    const again = () => {
      newest = attempt();
      setLoaded({ Loaded: newest });
    };
    return (
      <LoadBoundary what={what} onRetry={again}>
        <Suspense fallback={waiting}>
          <Loaded {...props} />
        </Suspense>
      </LoadBoundary>
    );
  };
}

const brokenStyles = new Set<HTMLLinkElement>();

/** Begins to note styles that could not be loaded. */
export const watchStyles = (): void =>
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') {
        brokenStyles.add(target);
      }
    },
    { capture: true },
  );

/** Vite asks for the styles of a part once, whether they came or not. */
async function loadBrokenStyles(): Promise<void> {
  const again = [...brokenStyles].map((link) => {
    brokenStyles.delete(link);
    const next = link.cloneNode();
    return new Promise((resolve, reject) => {
      next.addEventListener('load', resolve);
      next.addEventListener('error', () => reject(new Error(`Unable to preload ${link.href}`)));
      link.replaceWith(next);
    });
  });
  await Promise.all(again);
}

interface Props {
  readonly what: string;
  readonly children: ReactNode;
  /** Loads the code again; then the children are shown again. */
  onRetry(): void;
}

interface State {
  readonly error: unknown;
  readonly failures: number;
}

class LoadBoundary extends Component<Props, State> {
  override state: State = { error: null, failures: 0 };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  override render() {
    const { error, failures } = this.state;
    const { what, children, onRetry } = this.props;
    if (error === null) return children;
    // Any other error is a bug.
    if (!isLoadFailure(error)) throw error;
    const retry = () => {
      onRetry();
      this.setState({ error: null, failures: failures + 1 });
    };
    return <LoadFailure {...{ what }} onRetry={failures === 0 ? retry : null} />;
  }
}

interface FailureProps {
  readonly what: string;
  /** Null after a second failure: the code has another name in a newer version. */
  readonly onRetry: (() => void) | null;
}

const LoadFailure = ({ what, onRetry }: FailureProps) => (
  <section className="empty load-failure" role="alert">
    <h2>{`${what} could not be loaded`}</h2>
    <p>
      {onRetry === null
        ? 'It failed again. The service may have been updated meanwhile: reload the console.'
        : 'The server did not send its code. Check your connection, then try again. Your key and your searches are still here, and nothing was charged.'}
    </p>
    <button type="button" className="primary" onClick={onRetry ?? (() => location.reload())}>
      {onRetry === null ? 'Reload the console' : 'Try again'}
    </button>
  </section>
);

/** As Chromium, Firefox and Safari word it; the last for styles that come with the code. */
const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload/.test(
    error.message,
  );
