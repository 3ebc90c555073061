import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn, Download, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { saveCsv } from '../../../../../platform/web/download/save.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { Spinner } from '../../../../../platform/web/ui/Spinner.tsx';
import {
  type FigureRow,
  type Figures,
  type Period,
  periods,
  readFigures,
} from '../../../contract.ts';
import { FiguresTable } from './FiguresTable.tsx';

interface Props {
  channelId: string | undefined;
  nameOf: (channelId: string, fallback?: string) => string;
}

/** Response times: by conversation, or by assignee within one. */
export function FiguresPanel({ channelId, nameOf }: Props) {
  const [days, setDays] = useState<Period>('30');
  const figures = useQuery({
    ...queryOptionsFor(readFigures, { query: { days, channelId } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (figures.isPending) return <Spinner label="Loading metrics" className="m-6" />;
  if (!figures.data) {
    return (
      <NotLoaded
        what="metrics"
        icon={TriangleAlert}
        error={figures.error}
        onRetry={figures.refetch}
      />
    );
  }
  const { total } = figures.data;
  const rows = figures.data.rows.map((row) =>
    channelId === undefined ? { ...row, name: nameOf(row.id, row.name) } : row,
  );
  const rowLabel = channelId === undefined ? 'Conversation' : 'Assigned to';
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <SelectField
          label="Requested in the last"
          options={periods.map((value) => ({ value, label: `${value} days` }))}
          value={days}
          onChange={({ target }) => setDays(target.value as Period)}
          className="w-36"
        />
        {rows.length > 0 && (
          <Button onClick={() => exportFigures(rowLabel, days, { total, rows })}>
            <Download aria-hidden /> Export CSV
          </Button>
        )}
      </div>
      {total.open + total.done + total.claimed === 0 ? (
        <EmptyState
          icon={ChartNoAxesColumn}
          title="No requests in this period"
          description="Choose a longer period, or create a request from a message."
        />
      ) : (
        <FiguresTable of={rowLabel} figures={{ total, rows }} />
      )}
      <p className="text-xs text-muted text-pretty">
        Open and overdue are current counts. Times start when a request is created. Only requests
        that someone claimed count as claimed. On time is the share of requests with a due time that
        were done by then, out of those done or overdue.
      </p>
    </div>
  );
}

const columns: [name: string, value: (row: Omit<FigureRow, 'id' | 'name'>) => number | null][] = [
  ['Open', ({ open }) => open],
  ['Overdue', ({ overdue }) => overdue],
  ['Claimed', ({ claimed }) => claimed],
  ['Median seconds to claim', ({ medianClaimSeconds }) => medianClaimSeconds],
  ['90th percentile seconds to claim', ({ p90ClaimSeconds }) => p90ClaimSeconds],
  ['Done', ({ done }) => done],
  ['Median seconds to done', ({ medianDoneSeconds }) => medianDoneSeconds],
  ['90th percentile seconds to done', ({ p90DoneSeconds }) => p90DoneSeconds],
  ['Share on time', ({ inTime }) => inTime],
];

/** Downloads the metrics as CSV, unrounded. */
function exportFigures(of: string, days: Period, { total, rows }: Figures): void {
  const lines = [...rows, { ...total, name: 'Total' }].map((row) => [
    row.name,
    ...columns.map(([, value]) => String(value(row) ?? '')),
  ]);
  saveCsv(`requests-${days}-days.csv`, [[of, ...columns.map(([name]) => name)], ...lines]);
}
