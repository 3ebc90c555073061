import { useSyncExternalStore } from 'react';
import { layer, useLayer } from './layers/layer.ts';
import { currentToast, watchToast } from './toast.ts';

const toastLayer = layer(() => import('./layers/ToastLayer.tsx'));

/** Renders toasts; mounted once, beside the app. */
export function Toaster() {
  const shown = useSyncExternalStore(watchToast, currentToast, currentToast);
  const part = useLayer(toastLayer, shown !== null);
  // An open dialog hides everything beside it from assistive technology, except live regions.
  return <div aria-live="off">{part && shown && <part.ToastLayer toast={shown} />}</div>;
}
