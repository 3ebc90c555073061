import { useEffect, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { keepUnsavedWork } from './unsaved.ts';

/** Asks before unsaved input is discarded; `leave` closes at once if there is none. */
export function useLeaveGuard(isDirty: boolean, close: () => void) {
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    if (isDirty) return keepUnsavedWork();
  }, [isDirty]);

  const discard = () => {
    setAsking(false);
    close();
  };
  return {
    leave: () => (isDirty ? setAsking(true) : close()),
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
