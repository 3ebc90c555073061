import type { ReactNode } from 'react';
import { layer, useLayer } from './layers/layer.ts';
import { useOnceOpened } from './layers/useOnceOpened.ts';

const dialogLayer = layer(() => import('./layers/DialogLayer.tsx'));

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, at the end; give a form an id and its submit button `form={id}`. */
  footer?: ReactNode;
  /** 400, 520 or 720 px wide; on a phone always the whole width, from below. */
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** False where leaving by a click beside it would lose work. */
  dismissable?: boolean | undefined;
}

/** Holds the focus until it is closed, then gives it back. */
export function Dialog(props: DialogProps) {
  const part = useLayer(dialogLayer, useOnceOpened(props.open));
  return part ? <part.DialogLayer {...props} /> : null;
}
