import { useEffect, useState } from 'react';
import { Mark } from '../../../../platform/web/ui/Mark.tsx';

const fadesInAfterMs = 100;
const shownForMs = 2500;

/** Shown between signing in and the first page. */
interface Props {
  onShown: () => Promise<unknown>;
  onDone: () => void;
}

export function Welcome({ onShown, onDone }: Props) {
  const [visible, setVisible] = useState(false);

  useEffect(() => {
    const fade = setTimeout(() => setVisible(true), fadesInAfterMs);
    const done = setTimeout(onDone, shownForMs);
    return () => {
      clearTimeout(fade);
      clearTimeout(done);
    };
  }, [onDone]);

  useEffect(() => {
    // A failed prefetch is repeated when the page is shown.
    onShown().catch(console.error);
  }, [onShown]);

  return (
    <main className="fixed inset-0 grid place-items-center bg-surface">
      <div
        role="status"
        data-visible={visible}
        className="flex flex-col items-center gap-4 opacity-0 transition-opacity duration-700 data-[visible=true]:opacity-100 motion-reduce:transition-none"
      >
        <Mark className="size-20! text-accent" />
        <p className="text-xl font-semibold tracking-tight text-text">Forecourt</p>
        <p className="sr-only">Signed in. Loading Forecourt.</p>
      </div>
    </main>
  );
}
