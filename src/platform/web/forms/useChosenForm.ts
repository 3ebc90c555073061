import { useState } from 'react';
import { useLeaveGuard } from '../ui/LeaveGuard.tsx';
import { useDialogForm } from './useDialogForm.ts';

/**
 * The form of one thing among several, such as the limits of one store. Choosing another one asks before edits are
 * discarded; `question` is that dialog.
 */
export function useChosenForm<T, V extends object>(first: T, valuesOf: (one: T) => V) {
  // As it was when chosen, so that later changes by others are not overwritten.
  const [chosen, setChosen] = useState(first);
  const form = useDialogForm(valuesOf(first));
  const guard = useLeaveGuard(form.isDirty, () => undefined);
  return {
    chosen,
    form,
    choose(next: T) {
      const change = () => {
        setChosen(next);
        form.restart(valuesOf(next));
      };
      if (form.isDirty) guard.leaveTo(change);
      else change();
    },
    question: guard.dialog,
  };
}
