import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { call } from '../../../../platform/web/api/call.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { resetPassword } from '../../contract.ts';
import { currentUserQuery } from '../currentUser.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { PasswordPage } from './PasswordPage.tsx';

/** Opened from the mailed link: its token stands in the fragment, which no server ever logs. */
export default function ResetPasswordPage() {
  const [token] = useState(readToken);
  const [, navigate] = useLocation();
  const client = useQueryClient();

  // Out of the address at once: it would stay in the history and in a screenshot.
  useEffect(() => window.history.replaceState(null, '', window.location.pathname), []);

  if (!token) return <IncompleteLink />;
  const choose = async (password: string) => {
    await call(resetPassword, { body: { token, password } });
    client.removeQueries(currentUserQuery);
    toast({ title: 'Password changed', description: 'Sign in with your new password.' });
    navigate('/auth');
  };
  return (
    <PasswordPage
      title="Choose a new password"
      description="You will be signed out everywhere else."
    >
      <NewPasswordForm submitLabel="Set password" onSubmit={choose} />
      <BackToSignIn />
    </PasswordPage>
  );
}

function readToken(): string | null {
  const { hash, search } = window.location;
  return (
    new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token')
  );
}

function IncompleteLink() {
  return (
    <PasswordPage
      title="This link is not complete"
      description="Open the link from the mail again, or ask for a new one on the sign-in page with “Forgot Password?”."
    >
      <BackToSignIn />
    </PasswordPage>
  );
}

function BackToSignIn() {
  return (
    <Link href="/auth" className="mt-4 inline-block rounded-sm text-base font-medium text-accent">
      Back to sign in
    </Link>
  );
}
