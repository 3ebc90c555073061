import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { permits } from '../../../../platform/contract/access.ts';
import { maxLengths } from '../../../../platform/contract/fields.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import { useKeptFocus } from '../../../../platform/web/ui/useKeptFocus.ts';
import type { CurrentUser } from '../../../access/contract.ts';
import { updateCurrentUser } from '../../../access/web/public.ts';
import { notificationSent } from '../../../notifications/contract.ts';
import { type NameRequest, userUpdated } from '../../../people/contract.ts';
import { cancelNameRequest, getNameRequest, updateProfile } from '../../contract.ts';
import { fieldsOf } from '../failure.ts';
import { Section } from '../Section.tsx';

/** The user's name: user management changes it directly, everyone else requests a change. */
export function NameSection({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  const isProtected = user.protection !== null;
  const needsApproval = !permits({ admin: 'user_management' }, user);
  const { data } = useQuery({
    ...queryOptionsFor(getNameRequest),
    enabled: needsApproval && !isProtected,
  });
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place, data?.request?.id);
  const refresh = () => client.invalidateQueries({ queryKey: queryKeyFor(getNameRequest) });
  useLiveQueries([queryKeyFor(getNameRequest)], [notificationSent]);
  useSocketEvent(userUpdated, ({ userId, user: fresh }) => {
    if (userId !== user.id) return;
    const { firstName, lastName, shownName } = fresh;
    updateCurrentUser(client, { firstName, lastName, shownName });
  });
  return (
    <Section title="Name" description={describe(isProtected, needsApproval)}>
      <div ref={place}>
        {data?.request ? (
          <Waiting request={data.request} onCanceled={refresh} />
        ) : (
          // Remounts when an administrator has changed the name.
          <NameForm
            key={`${user.firstName} ${user.lastName}`}
            user={user}
            needsApproval={needsApproval}
          />
        )}
      </div>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm [&_dt]:text-muted">
        <dt>Username</dt>
        <dd>{user.username}</dd>
        <dt>Email</dt>
        <dd className="truncate">{user.email}</dd>
        <dt>Employee number</dt>
        <dd className="font-mono">{user.emrn}</dd>
      </dl>
    </Section>
  );
}

function describe(isProtected: boolean, needsApproval: boolean): string {
  if (isProtected) return 'This account is protected. Its name can’t be changed.';
  return needsApproval
    ? 'Shown to colleagues. An administrator approves changes.'
    : 'Shown to colleagues. Ask an administrator to change anything else.';
}

function Waiting({ request, onCanceled }: { request: NameRequest; onCanceled: () => void }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(cancelNameRequest),
    onError: (error) => toastError(error, 'Couldn’t cancel your request. Try again.'),
    onSettled: onCanceled,
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-border p-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-base font-medium text-text wrap-anywhere">
          {`${request.firstName} ${request.lastName}`}
        </p>
        <Badge tone="warning" icon={Clock} className="mt-1">
          Waiting for approval
        </Badge>
      </div>
      <Button size="sm" pending={isPending} onClick={() => mutate()}>
        Cancel request
      </Button>
    </div>
  );
}

function NameForm({ user, needsApproval }: { user: CurrentUser; needsApproval: boolean }) {
  const client = useQueryClient();
  const [firstName, setFirstName] = useState(user.firstName);
  const [lastName, setLastName] = useState(user.lastName);
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: () => call(updateProfile, { body: { firstName, lastName } }),
    onSuccess: ({ nameRequest: request, ...saved }) => {
      client.setQueryData(queryKeyFor(getNameRequest), { request });
      const { firstName: first, lastName: last, shownName, version } = saved;
      updateCurrentUser(client, { firstName: first, lastName: last, shownName, version });
    },
    onError: (failure) => {
      if (!fieldsOf(failure)) toastError(failure, 'Couldn’t save your name. Try again.');
    },
  });
  const errors = fieldsOf(error);
  const changed = firstName.trim() !== user.firstName || lastName.trim() !== user.lastName;
  const isProtected = user.protection !== null;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (changed && !isPending) mutate();
  };
  const field = (
    label: string,
    value: string,
    set: (text: string) => void,
    { name, complete }: { name: 'firstName' | 'lastName'; complete: string },
  ) => (
    <TextField
      label={label}
      required
      value={value}
      readOnly={isProtected}
      autoComplete={complete}
      maxLength={maxLengths[name]}
      error={value.trim() ? errors?.[name] : `${label} is required`}
      onChange={(event) => {
        set(event.target.value);
        reset();
      }}
    />
  );
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {field('First name', firstName, setFirstName, {
          name: 'firstName',
          complete: 'given-name',
        })}
        {field('Last name', lastName, setLastName, { name: 'lastName', complete: 'family-name' })}
      </div>
      {!isProtected && (
        <Saving saved={isSuccess && !changed}>
          <Button
            type="submit"
            disabled={!changed || !firstName.trim() || !lastName.trim()}
            pending={isPending}
            pendingLabel={needsApproval ? 'Sending…' : 'Saving…'}
          >
            {needsApproval ? 'Request name change' : 'Save name'}
          </Button>
        </Saving>
      )}
    </form>
  );
}

export function Saving({ saved, children }: { saved: boolean; children: React.ReactNode }) {
  return (
    <div className="flex items-center gap-3">
      {children}
      <span role="status" className="text-sm text-success">
        {saved && 'Saved'}
      </span>
    </div>
  );
}
