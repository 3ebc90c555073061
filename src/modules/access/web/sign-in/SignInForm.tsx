import { type SubmitEvent, Suspense, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { PasswordField } from '../../../../platform/web/ui/PasswordField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { login } from '../../contract.ts';
import { useEnter } from './enter.ts';

const ForgotPasswordDialog = lazyPart(() => import('./ForgotPasswordDialog.tsx'), {
  place: 'dialog',
});

export function SignInForm() {
  const enter = useEnter();
  const [pending, setPending] = useState(false);

  const signIn = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setPending(true);
    try {
      const body = {
        username: String(form.get('username')),
        password: String(form.get('password')),
      };
      enter(await call(login, { body }));
    } catch (error) {
      toastFailure(error, 'Login failed', unreachable);
    } finally {
      setPending(false);
    }
  };

  return (
    <>
      <h1 className="text-xl font-semibold text-text">Sign in</h1>
      {/* Without our code this method sends nothing; any other would, a password in the address even. */}
      <form method="dialog" onSubmit={signIn} className="mt-5 flex flex-col gap-4">
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
        />
        <PasswordField label="Password" name="password" autoComplete="current-password" required />
        <ForgotPassword />
        <Button
          type="submit"
          variant="primary"
          className="w-full"
          pending={pending}
          pendingLabel="Signing in..."
        >
          Sign In
        </Button>
      </form>
    </>
  );
}

const unreachable = 'Couldn’t reach the server. Try again.';

function ForgotPassword() {
  const [loaded, setLoaded] = useState(false);
  const [open, setOpen] = useState(false);
  const show = () => {
    setLoaded(true);
    setOpen(true);
  };
  return (
    <>
      <button
        type="button"
        onClick={show}
        className="-mt-2 self-start rounded-sm text-sm font-medium text-accent hover:underline"
      >
        Forgot Password?
      </button>
      <Suspense>{loaded && <ForgotPasswordDialog open={open} onOpenChange={setOpen} />}</Suspense>
    </>
  );
}
