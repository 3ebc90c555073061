import { type SubmitEvent, useId, useState } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { requestPasswordReset } from '../../contract.ts';

const sent = 'If an account exists with this email, a password reset link has been sent.';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function ForgotPasswordDialog({ open, onOpenChange }: Props) {
  const formId = useId();
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);

  const change = (next: string) => {
    setEmail(next);
    setError(undefined);
  };
  const close = () => {
    change('');
    onOpenChange(false);
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A portal's events bubble to the form behind the dialog.
    event.stopPropagation();
    if (!email.trim()) return toastNoEmail();
    const field = event.currentTarget.elements.namedItem('email') as HTMLInputElement;
    if (!field.validity.valid) return setError('Enter an email address, such as name@example.com');
    setPending(true);
    if (await request(email)) close();
    setPending(false);
  };

  const footer = (
    <>
      <Button onClick={close}>Cancel</Button>
      <Button
        type="submit"
        variant="primary"
        form={formId}
        pending={pending}
        pendingLabel="Sending..."
      >
        Send Reset Email
      </Button>
    </>
  );
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title="Reset Your Password"
      description="We’ll send a link to your account’s email address."
      footer={footer}
      size="sm"
    >
      <form id={formId} onSubmit={submit} noValidate>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
          value={email}
          error={error}
          onChange={(event) => change(event.target.value)}
        />
      </form>
    </Dialog>
  );
}

function toastNoEmail() {
  const description = 'Please enter your email address';
  toast({ title: 'Email Required', description, variant: 'destructive' });
}

/** Whether the server accepted the request; a toast shows either result. */
async function request(email: string): Promise<boolean> {
  try {
    const { message } = await call(requestPasswordReset, { body: { email } });
    toast({ title: 'Password Reset Email Sent', description: message || sent });
    return true;
  } catch (error) {
    const description =
      error instanceof ApiError
        ? sentenceOf(error, 'Unable to process password reset request')
        : 'An error occurred. Please try again later.';
    toast({ title: 'Error', description, variant: 'destructive' });
    return false;
  }
}
