import { Printer } from 'lucide-react';
import { useCallback, useState } from 'react';
import { PrintSheet } from '../../../../../platform/web/print/PrintSheet.tsx';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import type { Description, Report } from '../../../contract/report.ts';
import type { PartialQuery } from '../../state/address.ts';
import { loadForPaper } from '../chart/lazyCharts.ts';
import { Paper } from './Paper.tsx';

interface Props {
  description: Description;
  report: Report | undefined;
  reportQuery: PartialQuery;
}

/** Prints only the report, not the rest of the page. */
export function PrintReport({ description, report, reportQuery }: Props) {
  const [printing, setPrinting] = useState(false);
  const done = useCallback(() => setPrinting(false), []);
  const print = () =>
    loadForPaper().then(
      () => setPrinting(true),
      () =>
        toast({
          variant: 'destructive',
          title: 'Couldn’t print report',
          description: 'The chart didn’t load. Try again.',
        }),
    );
  return (
    <>
      <Button disabled={!report} onClick={() => void print()}>
        <Printer aria-hidden="true" />
        Print
      </Button>
      {printing && report && (
        <PrintSheet onDone={done}>
          <Paper description={description} report={report} reportQuery={reportQuery} />
        </PrintSheet>
      )}
    </>
  );
}
