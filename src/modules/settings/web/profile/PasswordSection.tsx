import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { PasswordField } from '../../../../platform/web/ui/PasswordField.tsx';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import { type CurrentUser, changePassword } from '../../../access/contract.ts';
import { checkNewPassword } from '../../../access/web/public.ts';
import { listOwnSessions } from '../../contract.ts';
import { fieldsOf } from '../failure.ts';
import { Section } from '../Section.tsx';

const empty = { current: '', password: '', again: '' };

/** Changes the password of a user who knows the current one. */
export function PasswordSection({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(empty);
  const problems = checkNewPassword(typed.password, typed.again);
  const valid = typed.current !== '' && !problems.password && !problems.again;
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: () =>
      call(changePassword, {
        body: { currentPassword: typed.current, newPassword: typed.password },
      }),
    onSuccess: () => {
      setTyped(empty);
      return client.invalidateQueries({ queryKey: queryKeyFor(listOwnSessions) });
    },
    onError: (failure) => {
      if (!fieldsOf(failure)) toastError(failure, 'Couldn’t change password. Try again.');
    },
  });
  const errors = fieldsOf(error);
  const passwordError = errors?.newPassword ?? (typed.password ? problems.password : undefined);
  const set = (change: Partial<typeof empty>) => {
    setTyped({ ...typed, ...change });
    reset();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (valid && !isPending) mutate();
  };
  return (
    <Section title="Password" description="Changing it signs you out everywhere else.">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {/* Password managers store the new password under this name. */}
        <input type="text" autoComplete="username" value={user.username} readOnly hidden />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          value={typed.current}
          error={errors?.currentPassword}
          onChange={(event) => set({ current: event.target.value })}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={passwordError ? undefined : 'At least 8 characters'}
          value={typed.password}
          error={passwordError}
          onChange={(event) => set({ password: event.target.value })}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          value={typed.again}
          error={typed.again ? problems.again : undefined}
          onChange={(event) => set({ again: event.target.value })}
        />
        {isSuccess && (
          <Notice tone="success" live>
            Your password has been changed.
          </Notice>
        )}
        <Button
          type="submit"
          className="self-start"
          disabled={!valid}
          pending={isPending}
          pendingLabel="Saving…"
        >
          Change password
        </Button>
      </form>
    </Section>
  );
}
