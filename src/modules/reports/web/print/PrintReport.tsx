import { Printer } from 'lucide-react';
import { useCallback, useState } from 'react';
import { PrintSheet } from '../../../../platform/web/print/PrintSheet.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import type { Description, Report } from '../../contract/report.ts';
import type { ReportQuery } from '../address.ts';
import { loadForPaper } from '../chart/lazily.ts';
import { Paper } from './Paper.tsx';

interface Props {
  description: Description;
  report: Report | undefined;
  asked: ReportQuery;
}

/** Prints a report as it is asked for, and nothing else of the page. */
export function PrintReport({ description, report, asked }: Props) {
  const [printing, setPrinting] = useState(false);
  const done = useCallback(() => setPrinting(false), []);
  const print = () =>
    loadForPaper().then(
      () => setPrinting(true),
      () =>
        toast({
          variant: 'destructive',
          title: 'Not printed',
          description: 'The chart could not be loaded.',
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
          <Paper {...{ description, report, asked }} />
        </PrintSheet>
      )}
    </>
  );
}
