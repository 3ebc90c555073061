import { useCallback, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { usePageTitle } from '../../../../platform/web/ui/frame/PageHeader.tsx';
import { Wordmark } from '../../../../platform/web/ui/Mark.tsx';
import { useCurrentUser } from '../state/currentUser.ts';
import { forgetDestination, readDestination } from '../state/destination.ts';
import { RegistrationForm } from './RegistrationForm.tsx';
import { SignInForm } from './SignInForm.tsx';
import { Welcome } from './Welcome.tsx';

interface Props {
  /** Prefetches the next page while the welcome screen is shown. */
  loadNext: () => Promise<unknown>;
}

/** Sign-in and registration; a signed-in user is redirected. */
export default function AuthPage({ loadNext }: Props) {
  const user = useCurrentUser();
  const [, navigate] = useLocation();
  const openDestination = useCallback(() => {
    const destination = readDestination();
    forgetDestination();
    navigate(destination, { replace: true });
  }, [navigate]);
  usePageTitle('Sign in');

  if (user) return <Welcome onShown={loadNext} onDone={openDestination} />;
  return (
    <main className="relative min-h-dvh">
      <RotatingBackground />
      <div className="relative flex min-h-dvh items-center justify-center p-4 lg:justify-end lg:pr-[10vw]">
        <EntryCard />
      </div>
    </main>
  );
}

function EntryCard() {
  const [registering, setRegistering] = useState(false);
  return (
    <section className="w-full max-w-[26rem] rounded-md border border-border bg-surface p-6 shadow-float sm:p-8">
      <Wordmark className="mb-6" />
      {registering ? <RegistrationForm /> : <SignInForm />}
      <Button className="mt-3 w-full" onClick={() => setRegistering(!registering)}>
        {registering ? 'Back to sign in' : 'Request an account'}
      </Button>
      <footer className="mt-6 border-t border-border pt-4 text-sm text-muted">
        <p>For account access, contact your administrator.</p>
        <Link
          href="/public/features"
          className="mt-1 inline-block rounded-sm font-medium text-accent"
        >
          Explore Platform Features
        </Link>
      </footer>
    </section>
  );
}

const images = ['/auth-1.svg', '/auth-2.svg', '/auth-3.svg'];
const shownForMs = 6000;

/** Rotating full-screen images; a single one with reduced motion. */
function RotatingBackground() {
  const [current, setCurrent] = useState(0);

  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => setCurrent((n) => (n + 1) % images.length), shownForMs);
    return () => clearInterval(timer);
  }, []);

  return (
    <div aria-hidden="true" className="fixed inset-0 bg-sunken">
      {images.map((image, index) => (
        <img
          key={image}
          src={image}
          alt=""
          fetchPriority="low"
          data-shown={index === current}
          className="absolute inset-0 size-full object-cover opacity-0 transition-opacity duration-1000 data-[shown=true]:opacity-100 motion-reduce:transition-none"
        />
      ))}
    </div>
  );
}
