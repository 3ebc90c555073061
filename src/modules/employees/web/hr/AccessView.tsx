import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Lock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ReplyOf } from '../../../../platform/contract/endpoint.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import {
  claimPrivateAccess,
  endPrivateAccess,
  grantPrivateAccess,
  listPrivateAccess,
} from '../../contract/private.ts';
import { EmployeeAvatar } from '../parts/EmployeeAvatar.tsx';
import { refreshEmployees } from '../state/useEmployees.ts';

type Access = ReplyOf<typeof listPrivateAccess>;
type Holder = Access['holders'][number];

/** Who may open the private part of files. No role and no permission stands for it. */
export default function AccessView() {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listPrivateAccess),
    refetchOnMount: 'always',
  });
  if (!data)
    return error ? (
      <NotLoaded what="private access" error={error} icon={Lock} onRetry={refetch} />
    ) : (
      <Skeleton className="h-48" />
    );
  return (
    <div className="flex max-w-3xl flex-col gap-5 pt-1">
      <p className="text-sm text-muted text-pretty">
        Pay, identity, and medical and discipline notes can be opened only by the people listed
        here. Administrators and executives have no access by their role. Every view and every
        change to this list is recorded in the activity log.
      </p>
      {data.holders.length > 0 ? (
        <ul aria-label="People with private access" className="flex flex-col">
          {data.holders.map((holder) => (
            <HolderLine key={holder.userId} holder={holder} mayEnd={data.may.grant} />
          ))}
        </ul>
      ) : (
        <NoHolder mayClaim={data.may.claim} />
      )}
      {data.may.grant && <GrantForm candidates={data.candidates} />}
    </div>
  );
}

/** Runs a change of the list and refetches it. */
function useAccessChange<Input>(title: string, save: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: save,
    onError: (error) => toastFailure(error, title),
    onSettled: () => refreshEmployees(client),
  });
}

function HolderLine({ holder, mayEnd }: { holder: Holder; mayEnd: boolean }) {
  const { userId, name, grantedBy, grantedAt, isYou } = holder;
  const [isAsking, setAsking] = useState(false);
  const end = useAccessChange('Couldn’t end access', () =>
    call(endPrivateAccess, { params: { userId } }),
  );
  return (
    <li className="flex items-center justify-between gap-3 border-b border-border py-2">
      <span className="flex min-w-0 items-center gap-3">
        <EmployeeAvatar userId={userId} name={name} />
        <span className="min-w-0">
          <span className="block truncate text-sm font-medium text-text">
            {name}
            {isYou && <span className="font-normal text-muted"> (you)</span>}
          </span>
          <span className="block text-xs text-muted">
            {`${grantedBy ? `Given by ${grantedBy}` : 'Claimed'} ${exactTime(grantedAt)}`}
          </span>
        </span>
      </span>
      {(mayEnd || isYou) && (
        <Button size="sm" onClick={() => setAsking(true)}>
          {isYou ? 'Give up' : 'Remove'}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={isYou ? 'Give up your private access?' : `Remove private access of ${name}?`}
        description={
          isYou
            ? 'You can’t give it back to yourself. If no one else has it, HR has to claim it, which alerts all administrators.'
            : `${name} can no longer open the private part of any file.`
        }
        confirmLabel={isYou ? 'Give up access' : 'Remove access'}
        danger
        pending={end.isPending}
        onConfirm={() => end.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </li>
  );
}

function NoHolder({ mayClaim }: { mayClaim: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const claim = useAccessChange('Couldn’t claim access', () => call(claimPrivateAccess));
  const action: ReactNode = mayClaim && (
    <Button variant="primary" onClick={() => setAsking(true)}>
      <KeyRound aria-hidden="true" />
      Claim access
    </Button>
  );
  return (
    <>
      <EmptyState
        icon={Lock}
        title="No one has private access"
        description={
          mayClaim
            ? 'As a member of the HR department you can claim it. All administrators are alerted.'
            : 'Someone in the HR department who manages files can claim it.'
        }
        action={action}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Claim private access?"
        description="You can then open pay, identity, medical and discipline records of the employees of your stores. All administrators are alerted now."
        confirmLabel="Claim access"
        pending={claim.isPending}
        onConfirm={() => claim.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </>
  );
}

function GrantForm({ candidates }: Pick<Access, 'candidates'>) {
  const [chosen, setChosen] = useState('');
  const [isAsking, setAsking] = useState(false);
  const person = candidates.find(({ id }) => String(id) === chosen);
  const grant = useAccessChange('Couldn’t give access', (userId: number) =>
    call(grantPrivateAccess, { body: { userId } }),
  );
  if (candidates.length === 0)
    return (
      <p className="text-sm text-muted">
        No one else can get access: it requires the HR page and the permission to manage users.
      </p>
    );
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (person) setAsking(true);
      }}
    >
      <SelectField
        label="Give access to"
        className="min-w-56 flex-1 sm:max-w-80"
        placeholder="Choose a person"
        options={candidates.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      />
      <Button type="submit" disabled={!person}>
        Give access
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Give private access to ${person?.name ?? ''}?`}
        description="They can open pay, identity, medical and discipline records of the employees of their stores, and give this access to others."
        confirmLabel="Give access"
        pending={grant.isPending}
        onConfirm={() =>
          person &&
          grant.mutate(person.id, {
            onSuccess: () => setChosen(''),
            onSettled: () => setAsking(false),
          })
        }
      />
    </form>
  );
}
