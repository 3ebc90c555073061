import { useQuery } from '@tanstack/react-query';
import { Gavel } from 'lucide-react';
import { useCallback, useState } from 'react';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { useLeaveGuard } from '../../../../platform/web/ui/LeaveGuard.tsx';
import { LoadFailure } from '../../../../platform/web/ui/LoadFailure.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { listHolds } from '../../contract/holds.ts';
import { HoldForm } from './HoldForm.tsx';
import { HoldItem } from './HoldItem.tsx';
import { useFocusBack } from './useFocusBack.ts';

interface Props {
  open: boolean;
  onClose: () => void;
}

/** What must not go, whatever its period. */
export default function HoldsDialog({ open, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listHolds),
    staleTime: 0,
    enabled: open,
  });
  const [placing, setPlacing] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const place = useFocusBack(placing);
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
        description="A hold keeps every document about its subjects, also those that are added later."
        footer={
          placing ? undefined : (
            <Button ref={place} variant="primary" onClick={() => setPlacing(true)}>
              Place a hold
            </Button>
          )
        }
      >
        <div className="flex flex-col gap-4">
          {placing && <HoldForm onDirty={setDirty} onCancel={canceling.leave} onPlaced={stop} />}
          {error && !data && <LoadFailure error={error} onRetry={refetch} />}
          {!data && !error && <Skeleton className="h-44" />}
          {data?.length === 0 && !placing && (
            <EmptyState
              icon={Gavel}
              title="No hold has been placed"
              description="When a dispute, audit or subpoena asks for it, name the matter and whom or what it is about."
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
