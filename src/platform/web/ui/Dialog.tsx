import type { DialogProps } from './layers/DialogLayer.tsx';
import { layer, useLayer } from './layers/layer.ts';
import { MissingDialog } from './layers/MissingDialog.tsx';
import { useOnceOpened } from './layers/useOnceOpened.ts';

const dialogLayer = layer(() => import('./layers/DialogLayer.tsx'));

/** Holds the focus until it is closed, then gives it back. */
export function Dialog(props: DialogProps) {
  const part = useLayer(dialogLayer, useOnceOpened(props.open));
  return part ? <part.DialogLayer {...props} /> : <MissingDialog of={dialogLayer} about={props} />;
}
