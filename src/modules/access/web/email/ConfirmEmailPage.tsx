import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { confirmEmail } from '../../contract.ts';
import { PasswordPage } from '../password/PasswordPage.tsx';
import { currentUserQuery } from '../state/currentUser.ts';

/**
 * Opened from the emailed link: the token is in the fragment, which no server logs. Confirming takes a click,
 * because mail scanners open every link.
 */
export default function ConfirmEmailPage() {
  const [token] = useState(readToken);
  const client = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (linkToken: string) => call(confirmEmail, { body: { token: linkToken } }),
    onSuccess: () => client.invalidateQueries(currentUserQuery),
  });

  // Removes the token from the URL immediately: it would stay in the history and in screenshots.
  useEffect(() => window.history.replaceState(null, '', window.location.pathname), []);

  if (!token) {
    return (
      <PasswordPage
        title="This link is incomplete"
        description="Open the link from the email again."
      >
        <ToForecourt />
      </PasswordPage>
    );
  }
  if (data) {
    return (
      <PasswordPage
        title="Email address confirmed"
        description={
          data.pending
            ? 'An administrator still has to approve your account.'
            : 'Your account is ready to use.'
        }
      >
        <ToForecourt />
      </PasswordPage>
    );
  }
  if (error instanceof ApiError && error.status === 400) {
    return (
      <PasswordPage
        title="This link is no longer valid"
        description="Sign in to Forecourt and choose “Send again” to get a new one."
      >
        <ToForecourt />
      </PasswordPage>
    );
  }
  return (
    <PasswordPage
      title="Confirm your email address"
      description="Someone requested a Forecourt account with your email address. If it wasn’t you, close this page."
    >
      {error && (
        <p role="alert" className="mb-4 text-base text-danger">
          {sentenceOf(error, 'Couldn’t reach the server. Try again.')}
        </p>
      )}
      <Button
        variant="primary"
        className="w-full"
        pending={isPending}
        pendingLabel="Confirming…"
        onClick={() => mutate(token)}
      >
        Confirm email address
      </Button>
    </PasswordPage>
  );
}

function readToken(): string | null {
  return new URLSearchParams(window.location.hash.slice(1)).get('token');
}

function ToForecourt() {
  return (
    <Link href="/" className="inline-block rounded-sm text-base font-medium text-accent">
      Go to Forecourt
    </Link>
  );
}
