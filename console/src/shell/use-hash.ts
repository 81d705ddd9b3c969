/** What the fragment of the address names, as `read` has it. */
import { useEffect, useState } from 'react';

export function useHash<T>(read: (hash: string) => T): T {
  const [value, setValue] = useState(() => read(location.hash));
  useEffect(() => {
    const follow = () => setValue(read(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [read]);
  return value;
}
