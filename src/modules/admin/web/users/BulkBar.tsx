import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '../../../../platform/contract/endpoint.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { setManyActive } from '../../contract.ts';
import { fullName } from '../rules/labels.ts';
import { toastFailure } from '../state/failure.ts';
import { findRow, patchRow } from '../state/listCache.ts';
import type { Selection } from '../state/useSelection.ts';

type Results = ReplyOf<typeof setManyActive>['results'];

/** Actions on all selected users; afterwards the errors. */
export function BulkBar({ selection }: { selection: Selection }) {
  const client = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const [failed, setFailed] = useState<Results>([]);
  const count = selection.ids.size;
  const { mutate, isPending } = useMutation({
    mutationFn: (isActive: boolean) =>
      call(setManyActive, { body: { userIds: [...selection.ids], isActive } }),
    onSuccess: ({ results }, isActive) => {
      for (const { userId, done } of results) if (done) patchRow(client, userId, { isActive });
      setFailed(results.filter(({ done }) => !done));
      selection.clear();
    },
    onError: (error) => toastFailure(error, 'Failed to toggle user status'),
    onSettled: () => setConfirming(false),
  });

  return (
    <>
      {count > 0 && (
        <section
          aria-label="Selected users"
          // Overlays the last rows, so that no row moves under the pointer when the first is selected.
          className="sticky bottom-3 z-10 flex flex-wrap items-center gap-2 rounded-md border border-border bg-accent-surface px-3 py-1.5 text-sm text-accent-strong shadow-float"
        >
          <p role="status" className="mr-auto font-medium tabular-nums">
            {count} selected
          </p>
          <Button size="sm" pending={isPending} onClick={() => mutate(true)}>
            Enable
          </Button>
          <Button size="sm" disabled={isPending} onClick={() => setConfirming(true)}>
            Disable
          </Button>
          <Button size="sm" variant="ghost" disabled={isPending} onClick={selection.clear}>
            Clear
          </Button>
        </section>
      )}
      {failed.length > 0 && <FailedResults results={failed} onClose={() => setFailed([])} />}
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Disable ${count} ${count === 1 ? 'account' : 'accounts'}?`}
        description="They are signed out everywhere immediately and can’t sign in until they are enabled again."
        confirmLabel="Disable"
        danger
        pending={isPending}
        onConfirm={() => mutate(false)}
      />
    </>
  );
}

function FailedResults({ results, onClose }: { results: Results; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <Notice
      tone="warning"
      live
      title={`Couldn’t change ${results.length} ${results.length === 1 ? 'account' : 'accounts'}`}
      action={
        <Button size="sm" variant="ghost" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul>
        {results.map(({ userId, error }) => {
          const row = findRow(client, userId);
          return <li key={userId}>{`${row ? fullName(row) : `User ${userId}`}: ${error}`}</li>;
        })}
      </ul>
    </Notice>
  );
}
