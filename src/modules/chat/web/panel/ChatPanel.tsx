import { Suspense, useEffect } from 'react';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { showPanel } from '../state/view/panelShown.ts';
import { type PanelProps, PanelSkeleton } from './PanelSkeleton.tsx';

const PanelBody = lazyPart(() => import('./PanelBody.tsx'), {
  place: 'panel',
  className: 'h-full',
});

/** The panel is then shown without a placeholder first. */
export const loadPanel = PanelBody.load;

/** The chat panel; its code is loaded when first shown. */
export function ChatPanel({ onClose }: PanelProps) {
  useEffect(showPanel, []);
  return (
    <Suspense fallback={<PanelSkeleton onClose={onClose} />}>
      <PanelBody onClose={onClose} />
    </Suspense>
  );
}
