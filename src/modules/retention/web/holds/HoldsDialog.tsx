import { useQuery } from '@tanstack/react-query';
import { Gavel } from 'lucide-react';
import { useCallback, useState } from 'react';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { useLeaveGuard } from '../../../../platform/web/ui/LeaveGuard.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { listHolds } from '../../contract/holds.ts';
import { HoldForm } from './HoldForm.tsx';
import { HoldItem } from './HoldItem.tsx';
import { useFocusBack } from './useFocusBack.ts';

interface Props {
  open: boolean;
  onClose: () => void;
}

/** Holds that keep documents whatever their period. */
export default function HoldsDialog({ open, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listHolds),
    staleTime: 0,
    enabled: open,
  });
  const [placing, setPlacing] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const buttonRef = useFocusBack(placing);
  const stop = useCallback(() => {
    setPlacing(false);
    setDirty(false);
  }, []);
  const closing = useLeaveGuard(isDirty, () => {
    stop();
    onClose();
  });
  const canceling = useLeaveGuard(isDirty, stop);
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => next || closing.leave()}
        size="lg"
        dismissable={!isDirty}
        title="Legal holds"
        description="A hold keeps every document about its subjects, including those added later."
        footer={
          placing ? undefined : (
            <Button ref={buttonRef} variant="primary" onClick={() => setPlacing(true)}>
              Place a hold
            </Button>
          )
        }
      >
        <div className="flex flex-col gap-4">
          {placing && <HoldForm onDirty={setDirty} onCancel={canceling.leave} onPlaced={stop} />}
          {error && !data && (
            <NotLoaded isInline what="legal holds" error={error} onRetry={refetch} />
          )}
          {!data && !error && <Skeleton className="h-44" />}
          {data?.length === 0 && !placing && (
            <EmptyState
              icon={Gavel}
              title="No legal holds"
              description="To keep documents for a dispute, audit or subpoena, place a hold with its matter and subjects."
            />
          )}
          {data && data.length > 0 && (
            <ul aria-label="Legal holds" className="flex flex-col divide-y divide-border">
              {data.map((hold) => (
                <HoldItem key={hold.id} hold={hold} />
              ))}
            </ul>
          )}
        </div>
      </Dialog>
      {closing.dialog}
      {canceling.dialog}
    </>
  );
}
