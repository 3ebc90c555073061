import type { ComponentProps } from 'react';
import FleetPage from '../modules/vehicles/web/FleetPage.tsx';
import { lazyPart } from '../platform/web/ui/lazy/lazyPart.tsx';

// The camera scanner is loaded for a lot walk, not for browsing the stock.
const CodeCamera = lazyPart(() => import('../modules/scanner/web/CodeCamera.tsx'), {
  place: 'panel',
  className: 'min-h-72',
});

/** The fleet page, with the camera scanner. */
export default function Fleet(props: Omit<ComponentProps<typeof FleetPage>, 'Camera'>) {
  return <FleetPage {...props} Camera={CodeCamera} />;
}
