import { type ReactNode, type SubmitEvent, useState } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { PasswordField } from '../../../../platform/web/ui/PasswordField.tsx';
import { checkNewPassword } from './newPassword.ts';

interface Props {
  submitLabel: string;
  /** Fields that come before the new password. */
  children?: ReactNode;
  /** What the form needs besides two equal passwords. */
  ready?: boolean;
  onSubmit: (password: string) => Promise<void>;
}

/** A new password, twice; sent only when both agree. */
export function NewPasswordForm({ submitLabel, children, ready = true, onSubmit }: Props) {
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const wrong = checkNewPassword(password, again);

  const tooShort = password ? wrong.password : undefined;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setPending(true);
    setRefusal(undefined);
    try {
      await onSubmit(password);
    } catch (error) {
      setRefusal(reasonOf(error));
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
        label="New password again"
        autoComplete="new-password"
        value={again}
        error={again ? wrong.again : undefined}
        onChange={(event) => setAgain(event.target.value)}
      />
      {refusal && (
        <p
          role="alert"
          className="rounded-md bg-danger-surface px-3 py-2 text-base text-danger-text"
        >
          {refusal}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        className="w-full"
        disabled={Boolean(wrong.password ?? wrong.again) || !ready}
        pending={pending}
        pendingLabel="Saving..."
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
