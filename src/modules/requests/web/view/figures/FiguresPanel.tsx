import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn, Download, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../../platform/web/ui/EmptyState.tsx';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { Spinner } from '../../../../../platform/web/ui/Spinner.tsx';
import { type Period, periods, readFigures } from '../../../contract.ts';
import { exportFigures } from './exportFigures.ts';
import { FiguresTable } from './FiguresTable.tsx';

interface Props {
  channelId: string | undefined;
  nameOf: (channelId: string, given?: string) => string;
}

/** How fast requests are answered: by conversation, or by owner within one. */
export function FiguresPanel({ channelId, nameOf }: Props) {
  const [days, setDays] = useState<Period>('30');
  const figures = useQuery({
    ...queryOptionsFor(readFigures, { query: { days, channelId } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (figures.isPending) return <Spinner label="Loading figures" className="m-6" />;
  if (figures.isError) {
    return (
      <div role="alert">
        <EmptyState
          icon={TriangleAlert}
          title="The figures could not be loaded"
          action={<Button onClick={() => void figures.refetch()}>Try again</Button>}
        />
      </div>
    );
  }
  const { total } = figures.data;
  const rows = figures.data.rows.map((row) =>
    channelId === undefined ? { ...row, name: nameOf(row.id, row.name) } : row,
  );
  const of = channelId === undefined ? 'Conversation' : 'Owner';
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <SelectField
          label="Asked in the last"
          options={periods.map((value) => ({ value, label: `${value} days` }))}
          value={days}
          onChange={({ target }) => setDays(target.value as Period)}
          className="w-36"
        />
        {rows.length > 0 && (
          <Button onClick={() => exportFigures(of, days, { total, rows })}>
            <Download aria-hidden /> Export CSV
          </Button>
        )}
      </div>
      {total.open + total.done + total.claimed === 0 ? (
        <EmptyState
          icon={ChartNoAxesColumn}
          title="Nothing was asked for in this time"
          description="Choose a longer time, or make a message a request."
        />
      ) : (
        <FiguresTable of={of} figures={{ total, rows }} />
      )}
      <p className="text-xs text-muted text-pretty">
        Open and overdue are as of now. Times run from asking, and only what somebody claimed of
        their own accord counts as claimed. In time: of those with a time that are done or overdue.
      </p>
    </div>
  );
}
