import { History } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { CountBadge } from '../../../../platform/web/ui/CountBadge.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { Scan } from '../../contract.ts';
import { CopyButton } from '../result/CopyButton.tsx';
import { ScanRow } from './ScanRow.tsx';
import { useRemoval } from './useRemoval.ts';
import type { Scans } from './useScans.ts';

interface Props {
  scans: Scans;
  shownId: string | undefined;
  onShow: (scan: Scan) => void;
}

/** What was scanned lately, the same on every device. */
export function RecentScans({ scans: { list, failed, waiting, lookAgain }, ...shown }: Props) {
  const id = useId();
  const [asking, setAsking] = useState(false);
  const { remove, removeAll, clearing } = useRemoval(() => setAsking(false));
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col">
      <header className="flex min-h-row items-center gap-2">
        <h4 id={id} className="text-sm font-semibold text-text">
          Recent scans
        </h4>
        <CountBadge count={list?.length ?? 0} tone="quiet" />
        <div className="ml-auto flex">
          {list && list.length > 1 && <CopyButton {...copying} value={linesOf(list)} />}
          {list && list.length > waiting.size && (
            <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
              Clear
            </Button>
          )}
        </div>
      </header>
      {!list && !failed && <Rows />}
      {failed && !list && <Failed onRetry={lookAgain} />}
      {list?.length === 0 && (
        <EmptyState
          icon={History}
          title="No scans yet"
          description="Scan a VIN or a shelf label, and it is kept here for you on every device."
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
        open={asking}
        onOpenChange={setAsking}
        title="Clear all scans?"
        description="They are removed from every device of yours. Nothing else changes."
        confirmLabel="Clear scans"
        danger
        pending={clearing}
        onConfirm={removeAll}
      />
    </section>
  );
}

const copying = { size: 'sm', variant: 'ghost', label: 'Copy all' } as const;

/** One a line, the first scanned first: as a spreadsheet takes a walk over the lot. */
const linesOf = (list: readonly Scan[]) =>
  list
    .map(({ value }) => value)
    .reverse()
    .join('\n');

function Rows() {
  return (
    <div className="flex flex-col gap-3 py-2">
      {['w-3/5', 'w-2/3', 'w-1/2'].map((width) => (
        <Skeleton key={width} className={`h-8 ${width}`} />
      ))}
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      title="Your scans could not be loaded"
      description="Scanning still works."
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}
