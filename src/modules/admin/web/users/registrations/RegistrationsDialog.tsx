import { useQuery } from '@tanstack/react-query';
import { Check, Clock, UserCheck } from 'lucide-react';
import { useState } from 'react';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { Badge } from '../../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import type { User } from '../../../../people/contract.ts';
import { listRegistrations } from '../../../contract.ts';
import type { Actor } from '../../rules/allowance.ts';
import { departmentName, fullName } from '../../rules/labels.ts';
import { ApprovalForm } from './ApprovalForm.tsx';
import { DeclineButton } from './DeclineButton.tsx';

interface Props {
  actor: Actor;
  /** The registration to open first. */
  firstId: number | undefined;
  open: boolean;
  close: () => void;
}

/** Pending registrations. */
export function RegistrationsDialog({ actor, firstId, open, close }: Props) {
  const { data: waiting, error, refetch } = useQuery(queryOptionsFor(listRegistrations));
  const [chosenId, setChosenId] = useState(firstId);
  const chosen = waiting?.find(({ id }) => id === chosenId);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || close()}
      size="side"
      title={chosen ? `Approve ${fullName(chosen)}` : 'Registrations'}
      description={chosen ? chosen.email : 'People who requested an account and wait for approval.'}
    >
      {chosen ? (
        <ApprovalForm
          key={chosen.id}
          registration={chosen}
          actor={actor}
          onDone={() => setChosenId(undefined)}
        />
      ) : waiting ? (
        <WaitingList waiting={waiting} onChoose={({ id }) => setChosenId(id)} />
      ) : error ? (
        <NotLoaded what="registrations" icon={UserCheck} error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Dialog>
  );
}

interface ListProps {
  waiting: readonly User[];
  onChoose: (registration: User) => void;
}

function WaitingList({ waiting, onChoose }: ListProps) {
  if (waiting.length === 0) {
    return (
      <EmptyState
        icon={UserCheck}
        title="No pending registrations"
        description="New requests for an account appear here."
      />
    );
  }
  return (
    <ul className="divide-y divide-border">
      {waiting.map((registration) => (
        <li key={registration.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
          <div className="min-w-0 flex-1 basis-full sm:basis-52">
            <p className="text-base font-medium text-text wrap-anywhere">
              {fullName(registration)}
            </p>
            <p className="text-xs text-muted wrap-anywhere">
              {`${registration.username} · ${registration.email}`}
              {registration.department && ` · ${departmentName(registration.department)}`}
            </p>
            <EmailState confirmed={registration.emailConfirmed} />
          </div>
          <DeclineButton registration={registration} />
          <Button size="sm" variant="primary" onClick={() => onChoose(registration)}>
            Approve…
          </Button>
        </li>
      ))}
    </ul>
  );
}

function EmailState({ confirmed }: { confirmed: boolean }) {
  return confirmed ? (
    <Badge tone="success" icon={Check} className="mt-1">
      Email confirmed
    </Badge>
  ) : (
    <Badge tone="warning" icon={Clock} className="mt-1">
      Email not confirmed
    </Badge>
  );
}
