import { type SubmitEvent, useId, useState } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { PasswordField } from '../../../../platform/web/ui/PasswordField.tsx';
import { confirmPassword } from '../../contract.ts';
import { useCurrentUser } from '../state/currentUser.ts';

interface Props {
  onConfirmed: () => void;
  /** Nothing is confirmed, and the pending change is canceled. */
  onClose: () => void;
}

/** Confirms that the person at the screen is still the one who signed in. */
export default function ConfirmPasswordDialog({ onConfirmed, onClose }: Props) {
  const formId = useId();
  const user = useCurrentUser();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A portal's events bubble to the form behind the dialog.
    event.stopPropagation();
    if (!password || pending) return;
    setPending(true);
    try {
      await call(confirmPassword, { body: { password } });
      onConfirmed();
    } catch (failure) {
      setError(reasonOf(failure));
      setPending(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Confirm your password"
      description="You haven’t made an administrative change in the last hour. Enter your password to continue."
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
            pendingLabel="Checking…"
          >
            Continue
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        {/* Password managers find the account by this field. */}
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
  return field || sentenceOf(error, 'Couldn’t reach the server. Try again.');
}
