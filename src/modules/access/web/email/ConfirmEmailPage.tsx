import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { confirmEmail } from '../../contract.ts';
import { currentUserQuery } from '../currentUser.ts';
import { PasswordPage } from '../password/PasswordPage.tsx';

/**
 * Opened from the mailed link: its token stands in the fragment, which no server ever logs. Confirming takes a click,
 * because mail scanners open every link.
 */
export default function ConfirmEmailPage() {
  const [token] = useState(readToken);
  const client = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (given: string) => call(confirmEmail, { body: { token: given } }),
    onSuccess: () => client.invalidateQueries(currentUserQuery),
  });

  // Out of the address at once: it would stay in the history and in a screenshot.
  useEffect(() => window.history.replaceState(null, '', window.location.pathname), []);

  if (!token) {
    return (
      <PasswordPage
        title="This link is not complete"
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
            ? 'You are in as soon as an administrator has approved your account.'
            : 'Thank you. There is nothing else to do.'
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
      description="Somebody requested a Forecourt account with your address. If that was not you, close this page."
    >
      {error && (
        <p role="alert" className="mb-4 text-base text-danger">
          {sentenceOf(error, 'The server could not be reached. Please try again.')}
        </p>
      )}
      <Button
        variant="primary"
        className="w-full"
        pending={isPending}
        pendingLabel="Confirming..."
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
