import { lazy, Suspense, useEffect } from 'react';
import { showPanel } from '../view/panelShown.ts';
import { type PanelProps, PanelSkeleton } from './PanelSkeleton.tsx';

const PanelBody = lazy(() => import('./PanelBody.tsx'));

/** The inside of the chat panel; its code arrives with its first showing. */
export function ChatPanel({ onClose }: PanelProps) {
  useEffect(showPanel, []);
  return (
    <Suspense fallback={<PanelSkeleton onClose={onClose} />}>
      <PanelBody onClose={onClose} />
    </Suspense>
  );
}
