import { Suspense, useCallback, useEffect, useState } from 'react';
import { answerConfirmation } from '../../../../platform/web/api/confirmation.ts';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';

const ConfirmPasswordDialog = lazyPart(() => import('./ConfirmPasswordDialog.tsx'), {
  place: 'dialog',
});

type Answer = (confirmed: boolean) => void;

/**
 * Asks administrators for their password when a change requires it; calls rejected meanwhile wait for the same
 * answer.
 */
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
      <ConfirmPasswordDialog onConfirmed={() => settle(true)} onClose={() => settle(false)} />
    </Suspense>
  );
}
