import type { View } from '../state/view/chatView.ts';

export interface DialogFrame {
  open: boolean;
  onClose: () => void;
}

export interface GoingDialog extends DialogFrame {
  /** Closes the dialog and shows that conversation. */
  onGo: (view: View, name?: string) => void;
}
