import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { answerConfirmation } from '../../../../platform/web/api/confirmation.ts';

const ConfirmPasswordDialog = lazy(() => import('./ConfirmPasswordDialog.tsx'));

type Answer = (confirmed: boolean) => void;

/** Asks administrators for their password when a change needs it; calls refused meanwhile wait for one answer. */
export function PasswordConfirmation() {
  const [waiting, setWaiting] = useState<readonly Answer[]>([]);

  useEffect(
    () =>
      answerConfirmation(
        () => new Promise((resolve) => setWaiting((others) => [...others, resolve])),
      ),
    [],
  );

  const settle = useCallback(
    (confirmed: boolean) => {
      for (const answer of waiting) answer(confirmed);
      setWaiting([]);
    },
    [waiting],
  );

  if (waiting.length === 0) return null;
  return (
    <Suspense>
      <ConfirmPasswordDialog onSettled={settle} />
    </Suspense>
  );
}
