import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { RecordSheet } from '../../../../../platform/web/forms/RecordSheet.tsx';
import { checkedBy, useRecordForm } from '../../../../../platform/web/forms/useRecordForm.ts';
import { useSocketEvent } from '../../../../../platform/web/realtime/RealtimeProvider.tsx';
import { Notice } from '../../../../../platform/web/ui/Notice.tsx';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import { listUsers, type User, userUpdated } from '../../../../people/contract.ts';
import { createUser, proposeEmrn, updateUser } from '../../../contract.ts';
import { type Actor, lockReason } from '../../rules/allowance.ts';
import { fullName } from '../../rules/labels.ts';
import { toastFailure } from '../../state/failure.ts';
import { patchRow, refreshLists } from '../../state/listCache.ts';
import { useIsGone } from '../../state/useIsGone.ts';
import { isFullUser } from '../../state/userRow.ts';
import { UserFields } from './UserFields.tsx';
import {
  checkValues,
  createBody,
  emptyValues,
  fieldNames,
  updateBody,
  type Values,
  valuesOf,
  valueTexts,
} from './values.ts';

interface Props {
  actor: Actor;
  /** Absent for a new account. */
  user?: User;
  open: boolean;
  close: () => void;
}

/** Creates or edits an account. */
export function UserSheet({ actor, user, open, close }: Props) {
  const client = useQueryClient();
  const proposedEmrn = useProposedEmrn(!user);
  const isGone = useIsGone(user?.id);
  const form = useRecordForm<Values, User>({
    noun: 'account',
    record: useLatest(user),
    emptyValues: () => emptyValues,
    valuesOf,
    resolver: checkedBy((values) => checkValues(values, !user)),
    save: (values, { version }) =>
      user
        ? call(updateUser, { params: { id: user.id }, body: updateBody(values, version) })
        : call(createUser, { body: createBody(values, proposedEmrn) }),
    getLatest,
    fieldNames,
    valueTexts,
    onRefused: (error) =>
      toastFailure(error, user ? 'Failed to update user' : 'Failed to create user'),
    onSaved(saved) {
      close();
      patchRow(client, saved.id, saved);
      void refreshLists(client);
      if (user) return;
      const next = saved.isActive ? 'can sign in' : 'can sign in once the account is active';
      toast({ title: 'User created', description: `${fullName(saved)} ${next}.` });
    },
  });
  const locked = user && lockReason(actor, user);
  return (
    <RecordSheet
      // There is no version to continue from once the account is gone.
      form={isGone ? { ...form, conflict: undefined } : form}
      open={open}
      locked={locked}
      title={titleOf(user, locked)}
      saveLabel={user ? 'Save changes' : 'Create user'}
      needsEdit={Boolean(user)}
      className="gap-5"
      onClose={close}
    >
      {isGone && (
        <Notice tone="danger" live>
          Someone deleted this account. Your changes can’t be saved.
        </Notice>
      )}
      <UserFields
        form={form}
        actor={actor}
        user={user}
        locked={locked}
        proposedEmrn={proposedEmrn}
      />
    </RecordSheet>
  );
}

function titleOf(user: User | undefined, locked: string | undefined): string {
  if (!user) return 'Add New User';
  return locked ? fullName(user) : `Edit ${fullName(user)}`;
}

function useProposedEmrn(isNew: boolean): string {
  const { data } = useQuery({
    ...queryOptionsFor(proposeEmrn),
    enabled: isNew,
    staleTime: 0,
    gcTime: 0,
  });
  return data?.emrn ?? '';
}

/** The account as someone else saved it while it is open here. */
function useLatest(user: User | undefined): User | undefined {
  const [latest, setLatest] = useState(user);
  useSocketEvent(userUpdated, ({ userId, user: updated }) => {
    if (userId === user?.id && isFullUser(updated)) setLatest(updated);
  });
  return latest;
}

/** There is no endpoint for one account; its email address never changes and finds it. */
async function getLatest(user: User): Promise<User> {
  const { users } = await call(listUsers, { query: { search: user.email } });
  return users.filter(isFullUser).find(({ id }) => id === user.id) ?? user;
}
