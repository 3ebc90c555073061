import type { ConfirmDialogProps } from './layers/ConfirmLayer.tsx';
import { layer, useLayer } from './layers/layer.ts';
import { MissingDialog } from './layers/MissingDialog.tsx';
import { useOnceOpened } from './layers/useOnceOpened.ts';

const confirmLayer = layer(() => import('./layers/ConfirmLayer.tsx'));

/** Asks for confirmation before something that cannot be undone; Cancel has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const part = useLayer(confirmLayer, useOnceOpened(props.open));
  return part ? (
    <part.ConfirmLayer {...props} />
  ) : (
    <MissingDialog of={confirmLayer} about={props} />
  );
}
