import { type ReactNode, type SubmitEvent, useState } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { PasswordField } from '../../../../platform/web/ui/PasswordField.tsx';
import { checkNewPassword } from './newPassword.ts';

interface Props {
  submitLabel: string;
  /** Fields above the new password. */
  children?: ReactNode;
  /** Whether the other fields are complete. */
  ready?: boolean;
  onSubmit: (password: string) => Promise<void>;
}

/** A new password, typed twice; submitted only if both match. */
export function NewPasswordForm({ submitLabel, children, ready = true, onSubmit }: Props) {
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const problems = checkNewPassword(password, again);

  const tooShort = password ? problems.password : undefined;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setPending(true);
    setFailure(undefined);
    try {
      await onSubmit(password);
    } catch (error) {
      setFailure(reasonOf(error));
    } finally {
      setPending(false);
    }
  };

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {children}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={tooShort ? undefined : 'At least 8 characters'}
        value={password}
        error={tooShort}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        value={again}
        error={again ? problems.again : undefined}
        onChange={(event) => setAgain(event.target.value)}
      />
      {failure && (
        <p
          role="alert"
          className="rounded-md bg-danger-surface px-3 py-2 text-base text-danger-text"
        >
          {failure}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        className="w-full"
        disabled={Boolean(problems.password ?? problems.again) || !ready}
        pending={pending}
        pendingLabel="Saving…"
      >
        {submitLabel}
      </Button>
    </form>
  );
}

function reasonOf(error: unknown): string {
  const field = error instanceof ApiError && Object.values(error.fields ?? {})[0];
  return field || sentenceOf(error, 'An error occurred. Please try again later.');
}
