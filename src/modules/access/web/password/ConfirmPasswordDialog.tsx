import { type SubmitEvent, useId, useState } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { PasswordField } from '../../../../platform/web/ui/PasswordField.tsx';
import { confirmPassword } from '../../contract.ts';
import { useCurrentUser } from '../currentUser.ts';

interface Props {
  onConfirmed: () => void;
  /** Nothing is confirmed, and what asked for it does not happen. */
  onClose: () => void;
}

/** The person at the screen shows that they are still the one who signed in. */
export default function ConfirmPasswordDialog({ onConfirmed, onClose }: Props) {
  const formId = useId();
  const user = useCurrentUser();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A portal's events bubble to the form that waits for the answer.
    event.stopPropagation();
    if (!password || pending) return;
    setPending(true);
    try {
      await call(confirmPassword, { body: { password } });
      onConfirmed();
    } catch (refusal) {
      setError(reasonOf(refusal));
      setPending(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Confirm your password"
      description="You haven't made an administrative change in the last hour. Enter your password to continue."
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            form={formId}
            disabled={!password}
            pending={pending}
            pendingLabel="Checking..."
          >
            Continue
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        {/* Password managers find the account by this name. */}
        <input type="text" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          autoFocus
          value={password}
          error={error}
          onChange={(event) => {
            setPassword(event.target.value);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}

function reasonOf(error: unknown): string {
  const field = error instanceof ApiError && error.fields?.password;
  return field || sentenceOf(error, 'The server could not be reached. Please try again.');
}
