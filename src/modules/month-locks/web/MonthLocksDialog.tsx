import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock, LockOpen } from 'lucide-react';
import { useState } from 'react';
import { storeNames } from '../../../platform/contract/names.ts';
import { call } from '../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../platform/web/realtime/useLiveQueries.ts';
import { exactTime } from '../../../platform/web/time/moments.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../platform/web/ui/ConfirmDialog.tsx';
import { Dialog } from '../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../platform/web/ui/NotLoaded.tsx';
import { ReasonDialog } from '../../../platform/web/ui/ReasonDialog.tsx';
import { SelectField } from '../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { StoreMark } from '../../../platform/web/ui/StoreMark.tsx';
import { toastFailure } from '../../../platform/web/ui/toastFailure.ts';
import {
  listMonthLocks,
  type MonthLock,
  monthBefore,
  monthLockChanged,
  monthName,
  setMonthLock,
} from '../contract.ts';

const live = [monthLockChanged];
const liveKeys = [['api', 'month-locks']];

/** Which months of each store are locked, and who locked them. */
export default function MonthLocksDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listMonthLocks),
    refetchOnMount: 'always',
  });
  useLiveQueries(liveKeys, live);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title="Locked months"
      description="Deals and repair orders of a locked month keep their days and amounts, and no more are added to it."
    >
      {data ? (
        data.length === 0 ? (
          <EmptyState title="No stores available" />
        ) : (
          <div className="flex flex-col gap-8">
            {data.map((lock) => (
              <StoreLock key={lock.store} lock={lock} />
            ))}
          </div>
        )
      ) : error ? (
        <NotLoaded what="locked months" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-72" />
      )}
    </Dialog>
  );
}

function StoreLock({ lock }: { lock: MonthLock }) {
  const { store, through, lockable, changes, may } = lock;
  const [chosen, setChosen] = useState<string>();
  const [asking, setAsking] = useState<'lock' | 'unlock'>();
  const close = () => setAsking(undefined);
  const { mutate, isPending } = useSaveLock(lock, close);
  // The month that ended last is rarely ready; the oldest open one is next.
  const month = chosen !== undefined && lockable.includes(chosen) ? chosen : nextOf(lock);
  return (
    <section aria-label={storeNames[store]} className="flex flex-col gap-3">
      <div>
        <h3 className="text-base font-semibold text-text">
          <StoreMark store={store} />
        </h3>
        <p className="text-sm text-muted">
          {through ? `Locked through ${monthName(through)}` : 'No month is locked'}
        </p>
      </div>
      {may.change && (
        <div className="flex flex-wrap items-end gap-2">
          {month !== undefined && (
            <>
              <SelectField
                label="Lock through"
                aria-label={`Lock through, ${storeNames[store]}`}
                className="w-52"
                options={lockable.map((value) => ({ value, label: monthName(value) }))}
                value={month}
                disabled={isPending}
                onChange={({ target }) => setChosen(target.value)}
              />
              <Button variant="primary" disabled={isPending} onClick={() => setAsking('lock')}>
                <Lock aria-hidden="true" />
                Lock
              </Button>
            </>
          )}
          {through && (
            <Button disabled={isPending} onClick={() => setAsking('unlock')}>
              <LockOpen aria-hidden="true" />
              {`Unlock ${monthName(through)}`}
            </Button>
          )}
        </div>
      )}
      {changes.length > 0 && <Changes changes={changes} />}
      {month !== undefined && (
        <ConfirmDialog
          open={asking === 'lock'}
          onOpenChange={(open) => !open && close()}
          title={`Lock ${storeNames[store]} through ${monthName(month)}?`}
          description={`Deals and repair orders of ${monthName(month)} and of every month before it keep their days and amounts, until someone unlocks them with a reason.`}
          confirmLabel="Lock"
          pending={isPending}
          onConfirm={() => mutate({ through: month })}
        />
      )}
      {asking === 'unlock' && through && (
        <ReasonDialog
          title={`Unlock ${monthName(through)} at ${storeNames[store]}`}
          verb="Unlock"
          maxLength={200}
          pending={isPending}
          onClose={close}
          onSubmit={(reason) => mutate({ through: monthBefore(through), reason })}
        />
      )}
    </section>
  );
}

const nextOf = ({ through, lockable }: MonthLock) =>
  through === null ? lockable.at(-1) : lockable[0];

function Changes({ changes }: Pick<MonthLock, 'changes'>) {
  return (
    <ol className="flex flex-col text-sm">
      {changes.map(({ id, through, reason, by, at }) => (
        <li key={id} className="border-t border-border py-1.5">
          <span className="text-text">
            {through ? `Locked through ${monthName(through)}` : 'Unlocked'}
          </span>
          <span className="text-muted">{` · ${by}, ${exactTime(at)}`}</span>
          {reason && <span className="block wrap-anywhere text-muted">{reason}</span>}
        </li>
      ))}
    </ol>
  );
}

function useSaveLock({ store, through: from }: MonthLock, close: () => void) {
  const client = useQueryClient();
  const key = queryKeyFor(listMonthLocks);
  return useMutation({
    mutationFn: (change: { through: string | null; reason?: string }) =>
      call(setMonthLock, { params: { store }, body: { from, ...change } }),
    onSuccess: (saved) => {
      client.setQueryData(key, saved);
      close();
    },
    onError: (error, { reason }) => {
      toastFailure(error, 'Couldn’t change locked months');
      // A reason that was typed stays for another try.
      if (reason === undefined) close();
      void client.invalidateQueries({ queryKey: key });
    },
  });
}
