import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { call } from '../../../../platform/web/api/call.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { resetPassword } from '../../contract.ts';
import { currentUserQuery } from '../state/currentUser.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { PasswordPage } from './PasswordPage.tsx';

/** Opened from the emailed link: the token is in the fragment, which no server logs. */
export default function ResetPasswordPage() {
  const [token] = useState(readToken);
  const [, navigate] = useLocation();
  const client = useQueryClient();

  // Removes the token from the URL immediately: it would stay in the history and in screenshots.
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
      title="This link is incomplete"
      description="Open the link from the email again, or request a new one with “Forgot Password?” on the sign-in page."
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
