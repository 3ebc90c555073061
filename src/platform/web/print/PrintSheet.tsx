import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';

interface Props {
  children: ReactNode;
  /** Called after printing or canceling. Must be a stable function: a new one would print again. */
  onDone: () => void;
}

const hidden = 'print:hidden';

/** Prints its children and nothing else of the page, as soon as they are rendered. */
export function PrintSheet({ children, onDone }: Props) {
  useEffect(() => {
    const page = document.getElementById('root');
    const { dataset } = document.documentElement;
    // Paper is white whatever the theme: light text would be unreadable.
    const screen = { ...dataset };
    page?.classList.add(hidden);
    Object.assign(dataset, { scheme: 'light', theme: 'light' });
    window.addEventListener('afterprint', onDone);
    // Charts are drawn in the frames after mounting, and printing must wait for them.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => window.print());
    });
    return () => {
      cancelAnimationFrame(frame);
      page?.classList.remove(hidden);
      Object.assign(dataset, screen);
      window.removeEventListener('afterprint', onDone);
    };
  }, [onDone]);
  return createPortal(<div className="hidden print:block">{children}</div>, document.body);
}
