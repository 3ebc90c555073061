import { useMutation, useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useId, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { CountBadge } from '../../../../platform/web/ui/CountBadge.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import { removeAllScans, removeScan, type Scan } from '../../contract.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { listKey, type Scans } from '../state/useScans.ts';
import { ScanRow } from './ScanRow.tsx';

interface Props {
  scans: Scans;
  shownId: string | undefined;
  onShow: (scan: Scan) => void;
}

/** The user's recent scans, the same on every device. */
export function RecentScans({ scans: { list, error, waiting, refresh }, ...shown }: Props) {
  const id = useId();
  const [confirming, setConfirming] = useState(false);
  const { remove, removeAll, clearing } = useRemoval(() => setConfirming(false));
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col">
      <header className="flex min-h-row items-center gap-2">
        <h4 id={id} className="text-sm font-semibold text-text">
          Recent scans
        </h4>
        <CountBadge count={list?.length ?? 0} tone="quiet" />
        <div className="ml-auto flex">
          {list && list.length > 1 && <CopyButton {...copyAllProps} value={linesOf(list)} />}
          {list && list.length > waiting.size && (
            <Button size="sm" variant="ghost" onClick={() => setConfirming(true)}>
              Clear
            </Button>
          )}
        </div>
      </header>
      {!list && !error && <LoadingRows />}
      {error && !list && (
        <NotLoaded what="your scans" error={error} note="Scanning still works." onRetry={refresh} />
      )}
      {list?.length === 0 && (
        <EmptyState
          icon={History}
          title="No scans yet"
          description="Scan a VIN or shelf label to see it here, on all your devices."
        />
      )}
      {list && list.length > 0 && (
        <ul className="scroll-area max-h-96 overflow-y-auto">
          {list.map((scan) => (
            <ScanRow
              key={scan.id}
              scan={scan}
              current={scan.id === shown.shownId}
              waiting={waiting.has(scan.id)}
              onShow={() => shown.onShow(scan)}
              onRemove={() => remove(scan.id)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Clear all scans?"
        description="They are removed from all your devices. Nothing else changes."
        confirmLabel="Clear scans"
        danger
        pending={clearing}
        onConfirm={removeAll}
      />
    </section>
  );
}

const copyAllProps = { size: 'sm', variant: 'ghost', label: 'Copy all' } as const;

/** One value per line in scan order, ready to paste into a spreadsheet. */
const linesOf = (list: readonly Scan[]) =>
  list
    .map(({ value }) => value)
    .reverse()
    .join('\n');

function LoadingRows() {
  return (
    <div className="flex flex-col gap-3 py-2">
      {['w-3/5', 'w-2/3', 'w-1/2'].map((width) => (
        <Skeleton key={width} className={`h-8 ${width}`} />
      ))}
    </div>
  );
}

const onRemovalFailed = (error: unknown) =>
  toastError(error, 'Couldn’t remove the scan. Try again.');

/** Removes one scan, optimistically, or all of them. */
function useRemoval(onCleared: () => void) {
  const client = useQueryClient();
  const one = useMutation({
    mutationFn: (scanId: string) => call(removeScan, { params: { scanId } }),
    onMutate: (scanId) =>
      client.setQueryData<Scan[]>(listKey, (current) => current?.filter(({ id }) => id !== scanId)),
    onError: onRemovalFailed,
    onSettled: () => client.invalidateQueries({ queryKey: listKey }),
  });
  const all = useMutation({
    mutationFn: () => call(removeAllScans),
    onSuccess: () => {
      client.setQueryData<Scan[]>(listKey, []);
      onCleared();
    },
    onError: onRemovalFailed,
    onSettled: () => client.invalidateQueries({ queryKey: listKey }),
  });
  return { remove: one.mutate, removeAll: () => all.mutate(), clearing: all.isPending };
}
