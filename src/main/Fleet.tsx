import type { ComponentProps } from 'react';
import { read } from '../modules/customers/contract/fields.ts';
import { CustomerChoice } from '../modules/customers/web/public.ts';
import FleetPage from '../modules/vehicles/web/FleetPage.tsx';
import { permits } from '../platform/contract/access.ts';
import { lazyPart } from '../platform/web/ui/lazy/lazyPart.tsx';
import { VehicleDocuments } from './RecordDocuments.tsx';

// The camera scanner is loaded for a lot walk, not for browsing the stock.
const CodeCamera = lazyPart(() => import('../modules/scanner/web/CodeCamera.tsx'), {
  place: 'panel',
  className: 'min-h-72',
});

type Props = Omit<ComponentProps<typeof FleetPage>, 'Camera' | 'Customer' | 'Documents'>;

/**
 * The fleet page, with the camera scanner, the documents of each vehicle, and for those who may see customers the
 * field that finds one.
 */
export default function Fleet(props: Props) {
  const Customer = permits(read, props.user) ? CustomerChoice : undefined;
  return (
    <FleetPage {...props} Camera={CodeCamera} Customer={Customer} Documents={VehicleDocuments} />
  );
}
