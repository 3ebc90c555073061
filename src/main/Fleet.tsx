import type { ComponentProps } from 'react';
import FleetPage from '../modules/vehicles/web/FleetPage.tsx';
import { lazyPart } from '../platform/web/lazy/lazyPart.tsx';

// Decoding is fetched by whoever walks a lot, not by whoever looks at the stock.
const CodeCamera = lazyPart(() => import('../modules/scanner/web/CodeCamera.tsx'), {
  place: 'panel',
  className: 'min-h-72',
});

/** The cars, with the camera that reads their labels. */
export default function Fleet(props: Omit<ComponentProps<typeof FleetPage>, 'Camera'>) {
  return <FleetPage {...props} Camera={CodeCamera} />;
}
