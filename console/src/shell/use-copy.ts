/** Copying a text, and what is said of it. */
import { useState } from 'react';

export function useCopy(done = 'Copied', otherwise = 'select the text instead') {
  const [said, setSaid] = useState('');
  const copy = (text: string): void => {
    // Plain HTTP pages have no clipboard.
    const copying = async () => navigator.clipboard.writeText(text);
    copying().then(
      () => setSaid(done),
      () => setSaid(`The browser blocked copying; ${otherwise}`),
    );
  };
  return { copy, said };
}
