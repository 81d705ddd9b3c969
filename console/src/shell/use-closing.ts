/** A menu that is open until something else is pressed. */
import { type RefObject, useEffect } from 'react';

/** Closes the menu on Escape or a click outside. */
export function useClosing(menu: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const press = (event: Event) => {
      if (menu.current?.contains(event.target as Node) === false) menu.current.open = false;
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || menu.current?.open !== true) return;
      menu.current.open = false;
      menu.current.querySelector('summary')?.focus();
    };
    addEventListener('pointerdown', press);
    addEventListener('keydown', escape);
    return () => {
      removeEventListener('pointerdown', press);
      removeEventListener('keydown', escape);
    };
  }, [menu]);
}
