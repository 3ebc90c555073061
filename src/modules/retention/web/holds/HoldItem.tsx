import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fragment, type SubmitEvent, useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { type Hold, releaseHold } from '../../contract/holds.ts';
import { getRetention } from '../../contract.ts';
import { count, kindNames } from '../labels.ts';
import { useFocusBack } from './useFocusBack.ts';

/** A hold: what it keeps, and how it ended. */
export function HoldItem({ hold }: { hold: Hold }) {
  const [releasing, setReleasing] = useState(false);
  const start = useFocusBack(releasing);
  const { matter, reason, subjects, items, gone, release } = hold;
  return (
    <li className="flex flex-col gap-2 py-3 text-sm first:pt-0">
      <div className="flex items-start gap-3">
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <p className="flex flex-wrap items-center gap-2 font-medium text-text">
            {matter}
            <Badge tone={release ? 'neutral' : 'warning'}>
              {release ? 'Released' : 'In force'}
            </Badge>
          </p>
          <p className="text-text text-pretty wrap-anywhere">{reason}</p>
          <Subjects subjects={subjects} />
          <p className="text-muted">
            {release ? `Covered ${count(items, 'document')}` : `Keeps ${count(items, 'document')}`}
            {gone > 0 && `; ${count(gone, 'document')} had already been destroyed`}. Placed by{' '}
            {hold.placedBy}, {exactTime(new Date(hold.placedAt))}.
          </p>
          {release && (
            <p className="text-muted text-pretty wrap-anywhere">
              Released by {release.by}, {exactTime(new Date(release.at))}: {release.reason}
            </p>
          )}
        </div>
        {!release && !releasing && (
          <Button
            ref={start}
            size="sm"
            aria-label={`Release ${matter}`}
            onClick={() => setReleasing(true)}
          >
            Release
          </Button>
        )}
      </div>
      {releasing && !release && <ReleaseForm hold={hold} onCancel={() => setReleasing(false)} />}
    </li>
  );
}

/** Never broken at its hyphen, where it would read as two numbers. */
function Subjects({ subjects }: Pick<Hold, 'subjects'>) {
  return (
    <p className="text-muted">
      {subjects.map(({ kind, number }, at) => (
        <Fragment key={`${kind} ${number}`}>
          {at > 0 && ', '}
          <span className="inline-block max-w-full wrap-anywhere">
            {kindNames[kind]} {number}
          </span>
        </Fragment>
      ))}
    </p>
  );
}

function ReleaseForm({ hold, onCancel }: { hold: Hold; onCancel: () => void }) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(releaseHold, { params: { holdId: hold.id }, body: { reason } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeyFor(getRetention) }),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending && reason.trim()) mutate();
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-2">
      <TextField
        label="Reason for release"
        required
        autoFocus
        className="min-w-48 flex-1"
        maxLength={1000}
        error={error ? sentenceOf(error, 'Couldn’t release hold') : undefined}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" variant="primary" pending={isPending} disabled={!reason.trim()}>
        Release hold
      </Button>
    </form>
  );
}
