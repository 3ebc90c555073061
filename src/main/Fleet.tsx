import type { ComponentProps } from 'react';
import FleetPage from '../modules/vehicles/web/FleetPage.tsx';
import { lazyPart } from '../platform/web/ui/lazy/lazyPart.tsx';

// The VIN decoder is only loaded by users who walk a lot, not by those who browse the stock.
const CodeCamera = lazyPart(() => import('../modules/scanner/web/CodeCamera.tsx'), {
  place: 'panel',
  className: 'min-h-72',
});

/** The fleet page, with the camera scanner. */
export default function Fleet(props: Omit<ComponentProps<typeof FleetPage>, 'Camera'>) {
  return <FleetPage {...props} Camera={CodeCamera} />;
}
