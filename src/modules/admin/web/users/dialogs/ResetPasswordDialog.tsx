import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useId, useState } from 'react';
import { ApiError } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../../platform/web/ui/Notice.tsx';
import { PasswordField } from '../../../../../platform/web/ui/PasswordField.tsx';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import { checkNewPassword } from '../../../../access/web/public.ts';
import type { User } from '../../../../people/contract.ts';
import { mailUserResetLink, resetUserPassword } from '../../../contract.ts';
import { fullName } from '../../rules/labels.ts';
import { toastFailure } from '../../state/failure.ts';
import { useIsGone } from '../../state/useIsGone.ts';

const closeAfterMs = 2000;

interface Props {
  user: User;
  open: boolean;
  close: () => void;
}

/** Sets a new password for someone else, typed twice. */
export function ResetPasswordDialog({ user, open, close }: Props) {
  const formId = useId();
  const reset = useReset(close);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || close()}
      title="Reset Password"
      description={`${fullName(user)} is signed out everywhere and signs in with the new password.`}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={!reset.isValid || reset.isSuccess}
            pending={reset.isPending}
            pendingLabel="Resetting…"
          >
            Reset Password
          </Button>
        </>
      }
    >
      <Entries id={formId} user={user} reset={reset} />
      <EmailLinkInstead user={user} close={close} />
    </Dialog>
  );
}

/** Then only the person knows the password. */
function EmailLinkInstead({ user, close }: Pick<Props, 'user' | 'close'>) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(mailUserResetLink, { body: { userId: user.id } }),
    onSuccess: ({ message }) => {
      toast({ title: 'Password Reset Email Sent', description: message });
      close();
    },
    onError: (error) => toastFailure(error, 'Couldn’t send reset link. Try again.'),
  });
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-border pt-4">
      <p className="min-w-0 text-sm text-muted">
        Or let {user.firstName} choose a password that only they know.
      </p>
      <Button size="sm" pending={isPending} pendingLabel="Sending…" onClick={() => mutate()}>
        Email a reset link
      </Button>
    </div>
  );
}

function useReset(close: () => void) {
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const problems = checkNewPassword(password, again);
  const mutation = useMutation({
    mutationFn: (userId: number) =>
      call(resetUserPassword, { body: { userId, newPassword: password } }),
    onError: (error) => {
      if (fieldError(error)) return;
      toastFailure(error, 'Failed to reset password', 'Password Reset Failed');
    },
  });
  const { isSuccess } = mutation;
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(() => {
      setPassword('');
      setAgain('');
      close();
    }, closeAfterMs);
    return () => clearTimeout(timer);
  }, [isSuccess, close]);
  return {
    ...mutation,
    password,
    setPassword,
    again,
    setAgain,
    problems,
    isValid: !problems.password && !problems.again,
    serverError: fieldError(mutation.error),
  };
}

interface EntriesProps {
  id: string;
  user: User;
  reset: ReturnType<typeof useReset>;
}

function Entries({ id, user, reset }: EntriesProps) {
  const { password, again, problems } = reset;
  const [noUser, setNoUser] = useState(false);
  const isGone = useIsGone(user.id);
  const passwordError = reset.serverError ?? (password ? problems.password : undefined);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isGone) setNoUser(true);
    else if (reset.isValid && !reset.isPending && !reset.isSuccess) reset.mutate(user.id);
  };
  return (
    <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <PasswordField
        label="New password"
        autoComplete="new-password"
        value={password}
        hint={passwordError ? undefined : 'At least 8 characters'}
        error={passwordError}
        onChange={(event) => {
          reset.setPassword(event.target.value);
          if (reset.isError) reset.reset();
        }}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        value={again}
        error={again ? problems.again : undefined}
        onChange={(event) => reset.setAgain(event.target.value)}
      />
      {noUser && (
        <Notice tone="danger" live>
          No user selected
        </Notice>
      )}
      {reset.isSuccess && (
        <Notice tone="success" live>
          {`The password of ${fullName(user)} has been reset.`}
        </Notice>
      )}
    </form>
  );
}

function fieldError(error: unknown): string | undefined {
  return error instanceof ApiError ? error.fields?.newPassword : undefined;
}
