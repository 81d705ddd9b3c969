/** Loads a page again for a while, to show how what was sent arrives. */
import { useCallback, useEffect, useState } from 'react';

const LOOK_MS = 2_000;
/** A delivery takes 15 seconds at most. */
const LOOKS = 8;

/** Returns what begins it; `refresh` is called at once and then every two seconds. */
export function useFollow(refresh: () => void): () => void {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return;
    refresh();
    const timer = setTimeout(() => setLeft((now) => now - 1), LOOK_MS);
    return () => clearTimeout(timer);
  }, [left, refresh]);
  return useCallback(() => setLeft(LOOKS), []);
}
