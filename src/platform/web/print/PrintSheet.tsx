import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';

interface Props {
  children: ReactNode;
  /** Printed, or not after all. Never another function: each would print once more. */
  onDone: () => void;
}

const hidden = 'print:hidden';

/** Prints what it holds and nothing else of the page, as soon as it stands. */
export function PrintSheet({ children, onDone }: Props) {
  useEffect(() => {
    const page = document.getElementById('root');
    const { dataset } = document.documentElement;
    // Paper is white whatever the screen looks like: light words would not be read on it.
    const screen = { ...dataset };
    page?.classList.add(hidden);
    Object.assign(dataset, { scheme: 'light', theme: 'light' });
    window.addEventListener('afterprint', onDone);
    // A chart is drawn in the frames after it was put there, and printing holds them all.
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
