import { Printer } from 'lucide-react';
import { useCallback, useState } from 'react';
import { PrintSheet } from '../../../../platform/web/print/PrintSheet.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { Vehicle } from '../../contract/vehicle.ts';
import { Label } from './Label.tsx';

/** Prints only the vehicle’s label. */
export function PrintLabel({ car }: { car: Vehicle }) {
  const [printing, setPrinting] = useState(false);
  const done = useCallback(() => setPrinting(false), []);
  return (
    <>
      <Button onClick={() => setPrinting(true)}>
        <Printer aria-hidden="true" />
        Print label
      </Button>
      {printing && (
        <PrintSheet onDone={done}>
          <div className="w-[4in]">
            <Label car={car} />
          </div>
        </PrintSheet>
      )}
    </>
  );
}
