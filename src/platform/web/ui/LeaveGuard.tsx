import { useEffect, useRef, useState } from 'react';
import { keepUnsavedWork } from '../state/unsaved.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Asks before unsaved input is discarded; `leave` closes at once if there is none. */
export function useLeaveGuard(isDirty: boolean, close: () => void) {
  const [asking, setAsking] = useState(false);
  const goOn = useRef<() => void>(undefined);
  useEffect(() => {
    if (isDirty) return keepUnsavedWork();
  }, [isDirty]);

  const ask = (next?: () => void) => {
    goOn.current = next;
    setAsking(true);
  };
  const discard = () => {
    setAsking(false);
    close();
    goOn.current?.();
  };
  return {
    leave: () => (isDirty ? ask() : close()),
    /** Asks, and after input was discarded goes where the user was going. */
    leaveTo: ask,
    dialog: (
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Discard your changes?"
        description="Your changes have not been saved."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        danger
        onConfirm={discard}
      />
    ),
  };
}
