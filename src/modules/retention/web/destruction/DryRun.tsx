import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { LoadFailure } from '../../../../platform/web/ui/LoadFailure.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { type DueItem, tryBatch } from '../../contract/disposition.ts';
import { count } from '../labels.ts';
import { ItemList } from './ItemList.tsx';

/** The outcome of each document now, or as it happened. */
export function DryRun({ batchId }: { batchId: number }) {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(tryBatch, { params: { batchId } }),
    staleTime: 0,
  });
  if (error && !data) return <LoadFailure error={error} onRetry={refetch} />;
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
