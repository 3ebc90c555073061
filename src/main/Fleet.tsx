import { type ComponentProps, lazy } from 'react';
import FleetPage from '../modules/vehicles/web/FleetPage.tsx';

// Decoding is fetched by whoever walks a lot, not by whoever looks at the stock.
const CodeCamera = lazy(() => import('../modules/scanner/web/CodeCamera.tsx'));

/** The cars, with the camera that reads their labels. */
export default function Fleet(props: Omit<ComponentProps<typeof FleetPage>, 'Camera'>) {
  return <FleetPage {...props} Camera={CodeCamera} />;
}
