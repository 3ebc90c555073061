import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { DealPage } from '../../contract/deal.ts';
import { Paper } from './Paper.tsx';

interface Given {
  deal: DealPage;
  timezone: string;
}

/** Prints the buyer's side of a deal and nothing else of the page. */
export function PrintWorksheet({ deal, timezone }: Given) {
  const [printing, setPrinting] = useState(false);
  return (
    <>
      <Button onClick={() => setPrinting(true)}>
        <Printer aria-hidden="true" />
        Print
      </Button>
      {printing && <Sheet deal={deal} timezone={timezone} setPrinting={setPrinting} />}
    </>
  );
}

const hidden = 'print:hidden';

interface SheetProps extends Given {
  /** Never another one: each would print once more. */
  setPrinting: (printing: boolean) => void;
}

function Sheet({ deal, timezone, setPrinting }: SheetProps) {
  useEffect(() => {
    const page = document.getElementById('root');
    const { dataset } = document.documentElement;
    // Paper is white whatever the screen looks like: light words would not be read on it.
    const screen = { ...dataset };
    const done = () => setPrinting(false);
    page?.classList.add(hidden);
    Object.assign(dataset, { scheme: 'light', theme: 'light' });
    window.addEventListener('afterprint', done);
    window.print();
    return () => {
      page?.classList.remove(hidden);
      Object.assign(dataset, screen);
      window.removeEventListener('afterprint', done);
    };
  }, [setPrinting]);
  return createPortal(
    <div className="hidden print:block">
      <Paper deal={deal} timezone={timezone} />
    </div>,
    document.body,
  );
}
