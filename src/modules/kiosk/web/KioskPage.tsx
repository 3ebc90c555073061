import { useEffect } from 'react';
import { compareBuilds } from '../../../platform/web/network/version.ts';
import { followSystem } from '../../../platform/web/theme/theme.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { usePageTitle } from '../../../platform/web/ui/frame/PageHeader.tsx';
import { Notice } from '../../../platform/web/ui/Notice.tsx';
import { NotLoaded } from '../../../platform/web/ui/NotLoaded.tsx';
import { Spinner } from '../../../platform/web/ui/Spinner.tsx';
import { useCurrentUser, useLogout } from '../../access/web/public.ts';
import { Frame } from './parts/Frame.tsx';
import { Ready } from './screen/Ready.tsx';
import { Setup, Waiting } from './screen/Setup.tsx';
import { useKiosk } from './state/useKiosk.ts';
import { useWakeLock } from './state/useWakeLock.ts';

const noKiosk = {
  state: 'new',
  enrollment: null,
  device: null,
  timezone: 'UTC',
  serverTime: '',
} as const;

/** The screen of a shared device. No one is signed in to Forecourt here. */
export default function KioskPage() {
  usePageTitle('Kiosk');
  useWakeLock();
  useUpdates();
  useEffect(followSystem, []);
  const { kiosk, error, isRemoved, offlineSince, refetch } = useKiosk();
  if (!kiosk && !isRemoved) {
    return (
      <main className="flex min-h-dvh items-center justify-center bg-surface">
        {error ? (
          <NotLoaded what="the kiosk" error={error} onRetry={refetch} />
        ) : (
          <Spinner label="Loading" />
        )}
      </main>
    );
  }
  const shown = kiosk ?? noKiosk;
  const { state, enrollment, timezone } = isRemoved ? { ...shown, state: 'new' as const } : shown;
  return (
    <Frame kiosk={isRemoved ? { ...shown, device: null } : shown} offlineSince={offlineSince}>
      <SignedInNotice />
      {state === 'ready' ? (
        <Ready
          timezone={timezone}
          isOffline={offlineSince !== null}
          onRefused={() => void refetch()}
        />
      ) : state === 'waiting' && enrollment ? (
        <Waiting enrollment={enrollment} />
      ) : (
        <Setup isRemoved={isRemoved} />
      )}
    </Frame>
  );
}

/** The person who set the device up must not stay signed in on it. */
function SignedInNotice() {
  const user = useCurrentUser();
  const logout = useLogout();
  if (!user) return null;
  return (
    <Notice
      tone="warning"
      className="mb-6"
      title={`${user.firstName} ${user.lastName} is signed in to Forecourt in this browser`}
      action={
        <Button className="h-14!" onClick={() => void logout()}>
          Sign out
        </Button>
      }
    >
      Anyone at a shared device could use the account. Sign out, then open this page again.
    </Notice>
  );
}

const everyMs = 30 * 60_000;
const untouchedMs = 5 * 60_000;

/** It stays open for months: after an update it loads the new version, while no one uses it. */
function useUpdates(): void {
  useEffect(() => {
    let touchedAt = Date.now();
    const touch = () => {
      touchedAt = Date.now();
    };
    const update = async () => {
      if (Date.now() - touchedAt < untouchedMs) return;
      if ((await compareBuilds()) === 'different') window.location.reload();
    };
    const timer = setInterval(() => void update(), everyMs);
    window.addEventListener('pointerdown', touch);
    window.addEventListener('keydown', touch);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pointerdown', touch);
      window.removeEventListener('keydown', touch);
    };
  }, []);
}
