import { useState } from 'react';
import type { User } from '../../../people/contract.ts';

/** The dialogs of the list. */
export type ShownDialog =
  | { kind: 'add' }
  | { kind: 'edit' | 'reset' | 'delete' | 'sessions'; user: User }
  | { kind: 'registrations'; user?: User }
  | { kind: 'import' };

export type OpenDialog = (shown: ShownDialog) => void;

/** The state of the open dialog; its content stays until it has faded out. */
export function useDialogs() {
  const [state, setState] = useState<{ shown: ShownDialog | null; open: boolean; turn: number }>({
    shown: null,
    open: false,
    turn: 0,
  });
  return {
    ...state,
    show: (shown: ShownDialog) => setState(({ turn }) => ({ shown, open: true, turn: turn + 1 })),
    close: () => setState((now) => ({ ...now, open: false })),
  };
}
