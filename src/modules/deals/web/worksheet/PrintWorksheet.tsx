import { Printer } from 'lucide-react';
import { useCallback, useState } from 'react';
import { PrintSheet } from '../../../../platform/web/print/PrintSheet.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { DealPage } from '../../contract/deal.ts';
import { Paper } from './Paper.tsx';

interface Props {
  deal: DealPage;
}

/** Prints only the buyer's worksheet. */
export function PrintWorksheet({ deal }: Props) {
  const [printing, setPrinting] = useState(false);
  const done = useCallback(() => setPrinting(false), []);
  return (
    <>
      <Button onClick={() => setPrinting(true)}>
        <Printer aria-hidden="true" />
        Print
      </Button>
      {printing && (
        <PrintSheet onDone={done}>
          <Paper deal={deal} />
        </PrintSheet>
      )}
    </>
  );
}
