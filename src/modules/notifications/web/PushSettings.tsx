import { Suspense } from 'react';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';

const DeviceSwitch = lazyPart(() => import('./push/DeviceSwitch.tsx'), { place: 'row' });

/** Push notifications on this device, for a settings page or dialog. */
export function PushSettings({ userId }: { userId: number }) {
  return (
    <Suspense fallback={<div className="h-10" />}>
      <DeviceSwitch userId={userId} />
    </Suspense>
  );
}
