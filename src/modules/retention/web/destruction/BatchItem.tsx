import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { Badge, type Tone } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { type Batch, type DueItem, tryBatch } from '../../contract/disposition.ts';
import { count } from '../labels.ts';
import { Decide } from './Decide.tsx';
import { ItemList } from './ItemList.tsx';

const states: Record<Batch['state'], { label: string; tone: Tone }> = {
  prepared: { label: 'Waiting for approval', tone: 'warning' },
  approved: { label: 'Approved', tone: 'info' },
  destroying: { label: 'Being destroyed', tone: 'info' },
  done: { label: 'Done', tone: 'success' },
  declined: { label: 'Declined', tone: 'neutral' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
};

/** One batch: who prepared it, who decided, and the outcome of each document. */
export function BatchItem({ batch }: { batch: Batch }) {
  const [shown, setShown] = useState(false);
  const { label, tone } = states[batch.state];
  return (
    <li aria-label={`Batch ${batch.id}`} className="flex flex-col gap-2 py-3 text-sm">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-56 flex-1">
          <p className="flex flex-wrap items-center gap-2 font-medium text-text">
            Batch {batch.id}, {count(batch.items, 'document')}
            <Badge tone={tone}>{label}</Badge>
          </p>
          <p className="text-muted text-pretty">
            Kept until {calendarDay(batch.through)} or before. Prepared by {batch.preparedBy},{' '}
            {exactTime(new Date(batch.preparedAt))}.
          </p>
          {batch.decidedAt && batch.state !== 'withdrawn' && (
            <p className="text-muted text-pretty wrap-anywhere">
              {batch.state === 'declined' ? 'Declined' : 'Approved'} by {batch.decidedBy},{' '}
              {exactTime(new Date(batch.decidedAt))}
              {batch.reason && `: ${batch.reason}`}
            </p>
          )}
        </div>
        <Button size="sm" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {batch.state === 'prepared' ? 'Dry run' : 'Documents'}
        </Button>
        <Decide batch={batch} />
      </div>
      {shown && <DryRun batchId={batch.id} />}
    </li>
  );
}

/** The outcome of each document now, or as it happened. */
function DryRun({ batchId }: { batchId: number }) {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(tryBatch, { params: { batchId } }),
    staleTime: 0,
  });
  if (error && !data)
    return (
      <NotLoaded isInline what="the documents of this batch" error={error} onRetry={refetch} />
    );
  if (!data) return <Skeleton className="h-16" />;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-text">{summaryOf(data)}</p>
      <ItemList label={`Documents of batch ${batchId}`} items={data} />
    </div>
  );
}

const fateLabels: [DueItem['fate'], string][] = [
  ['destroy', 'to be destroyed'],
  ['destroyed', 'destroyed'],
  ['held', 'kept by a legal hold'],
  ['kept', 'kept because the period is running again'],
];

function summaryOf(items: readonly DueItem[]): string {
  const parts = fateLabels.flatMap(([fate, label]) => {
    const many = items.filter((item) => item.fate === fate).length;
    return many > 0 ? `${count(many, 'document')} ${label}` : [];
  });
  return `${parts.join(', ')}.`;
}
