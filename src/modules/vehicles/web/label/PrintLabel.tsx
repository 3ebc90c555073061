import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { Vehicle } from '../../contract/vehicle.ts';
import { Label } from './Label.tsx';

/** Prints the label of a car and nothing else of the page. */
export function PrintLabel({ car }: { car: Vehicle }) {
  const [printing, setPrinting] = useState(false);
  return (
    <>
      <Button onClick={() => setPrinting(true)}>
        <Printer aria-hidden="true" />
        Print label
      </Button>
      {printing && <Sheet car={car} setPrinting={setPrinting} />}
    </>
  );
}

const hidden = 'print:hidden';

interface SheetProps {
  car: Vehicle;
  /** Never another one: each would print once more. */
  setPrinting: (printing: boolean) => void;
}

function Sheet({ car, setPrinting }: SheetProps) {
  useEffect(() => {
    const page = document.getElementById('root');
    const done = () => setPrinting(false);
    page?.classList.add(hidden);
    window.addEventListener('afterprint', done);
    window.print();
    return () => {
      page?.classList.remove(hidden);
      window.removeEventListener('afterprint', done);
    };
  }, [setPrinting]);
  return createPortal(
    <div className="hidden w-[4in] print:block">
      <Label car={car} />
    </div>,
    document.body,
  );
}
