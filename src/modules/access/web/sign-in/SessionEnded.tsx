import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { PasswordField } from '../../../../platform/web/ui/PasswordField.tsx';
import { type CurrentUser, login } from '../../contract.ts';
import { currentUserKey } from '../state/currentUser.ts';
import { announceSignIn, closeForOtherUser, continueSession } from '../state/session.ts';

/** Covers a page whose session has ended: its user signs in again and continues there. */
export default function SessionEnded({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();

  const signIn = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    setPending(true);
    try {
      const body = { username: user.username, password };
      const signedIn = await call(login, { body });
      client.setQueryData(currentUserKey, signedIn);
      announceSignIn(signedIn.id);
      continueSession();
    } catch (failure) {
      setError(sentenceOf(failure, unreachable));
      setPending(false);
    }
  };

  return (
    <>
      <h2 className="text-lg font-semibold text-text">Your session ended</h2>
      <p className="mt-1 text-base text-muted text-pretty">
        Sign in to continue. Everything you typed is still here.
      </p>
      <form onSubmit={signIn} className="mt-5 flex flex-col gap-4">
        <p className="text-base text-text">
          {user.firstName} {user.lastName}
          <span className="block text-sm text-muted">{user.username}</span>
        </p>
        {/* Lets the browser's password manager know whose password this is. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={user.username}
          readOnly
          hidden
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          autoFocus
          error={error}
          onChange={() => setError(undefined)}
        />
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
      <Button className="mt-3 w-full" onClick={closeForOtherUser}>
        Sign in as someone else
      </Button>
      <p className="mt-2 text-sm text-muted text-pretty">
        This closes the page. Unsaved changes are lost.
      </p>
    </>
  );
}

const unreachable = 'Couldn’t reach the server. Try again.';
