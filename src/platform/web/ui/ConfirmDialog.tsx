import type { ReactNode } from 'react';
import { layer, useLayer } from './layers/layer.ts';
import { useOnceOpened } from './layers/useOnceOpened.ts';

const confirmLayer = layer(() => import('./layers/ConfirmLayer.tsx'));

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  /** The verb, such as "Delete user". */
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** Closes nothing by itself: the caller closes once the act has succeeded. */
  onConfirm: () => void;
  pending?: boolean | undefined;
  danger?: boolean | undefined;
}

/** Asks before what cannot be undone; Cancel has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const part = useLayer(confirmLayer, useOnceOpened(props.open));
  return part ? <part.ConfirmLayer {...props} /> : null;
}
