import { useQuery } from '@tanstack/react-query';
import { Gavel } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { listHolds } from '../../contract/holds.ts';
import { HoldForm } from './HoldForm.tsx';
import { HoldItem } from './HoldItem.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
}

/** What must not go, whatever its period. */
export default function HoldsDialog({ open, onClose }: Props) {
  const { data, error } = useQuery({ ...queryOptionsFor(listHolds), staleTime: 0, enabled: open });
  const [placing, setPlacing] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      size="lg"
      title="Legal holds"
      description="A hold keeps every document about its subjects, also those that are added later."
      footer={
        placing ? undefined : (
          <Button variant="primary" onClick={() => setPlacing(true)}>
            Place a hold
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {placing && <HoldForm onDone={() => setPlacing(false)} />}
        {error && <Notice tone="danger">{sentenceOf(error)}</Notice>}
        {!data && !error && <Skeleton className="h-32" />}
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
  );
}
