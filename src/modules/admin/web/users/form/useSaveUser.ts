import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { useSocketEvent } from '../../../../../platform/web/realtime/RealtimeProvider.tsx';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import { listUsers, type User, userUpdated } from '../../../../people/contract.ts';
import { createUser, updateUser } from '../../../contract.ts';
import { fullName } from '../../rules/labels.ts';
import { toastFailure } from '../../state/failure.ts';
import { patchRow, refreshLists } from '../../state/listCache.ts';
import { isFullUser } from '../../state/userRow.ts';
import type { UserForm } from './useUserForm.ts';
import { createBody, type Errors, emptyValues, updateBody } from './values.ts';

/** Submits the form; the server's field errors are shown under their fields. */
export function useSaveUser(user: User | undefined, form: UserForm, close: () => void) {
  const client = useQueryClient();
  const newer = useNewerVersion(user, form.version);
  const { values, version } = form;

  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () =>
      user
        ? call(updateUser, { params: { id: user.id }, body: updateBody(values, version) })
        : call(createUser, { body: createBody(values) }),
    onSuccess: (saved) => {
      close();
      patchRow(client, saved.id, saved);
      void refreshLists(client);
      if (!user) toast({ title: 'User created', description: `${fullName(saved)} can sign in.` });
    },
    onError: (error) => {
      if (user && isConflict(error)) return newer.check(error);
      const errors = fieldErrors(error);
      if (errors) form.showErrors(errors);
      else toastFailure(error, user ? 'Failed to update user' : 'Failed to create user');
    },
  });

  return {
    isPending,
    // The own save is published too, often before the reply.
    newer: isPending || isSuccess ? undefined : newer.record,
    submit: () => form.check() && !isPending && mutate(),
  };
}

/** A version someone else saved while the form is open: received live, or found when saving was rejected. */
function useNewerVersion(user: User | undefined, version: number) {
  const [record, setRecord] = useState<User>();
  useSocketEvent(userUpdated, ({ userId, user: updated }) => {
    if (userId === user?.id && isFullUser(updated)) setRecord(updated);
  });
  /** Saving was rejected: because of a newer version, or by another rule with its own message. */
  const check = (failure: unknown) => {
    if (!user) return;
    const showFailure = () => toastFailure(failure, 'Failed to update user');
    // There is no endpoint for one account; its email address never changes and finds it.
    call(listUsers, { query: { search: user.email } }).then(({ users }) => {
      const found = users.filter(isFullUser).find(({ id }) => id === user.id);
      if (found && found.version > version) setRecord(found);
      else showFailure();
    }, showFailure);
  };
  return { record: record && record.version > version ? record : undefined, check };
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && !fieldErrors(error);
}

/** The server's field errors; undefined if there are none. */
function fieldErrors(error: unknown): Errors | undefined {
  if (!(error instanceof ApiError) || !error.fields) return undefined;
  const known = Object.entries(error.fields).filter(([key]) => key in emptyValues);
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}
