import { Suspense } from 'react';
import { lazyPart } from '../../../platform/web/lazy/lazyPart.tsx';

const DeviceSwitch = lazyPart(() => import('./push/DeviceSwitch.tsx'), { place: 'row' });

/** Whether this device is told while Forecourt is closed: for a page or dialog of settings. */
export function PushSettings({ userId }: { userId: number }) {
  return (
    <Suspense fallback={<div className="h-10" />}>
      <DeviceSwitch userId={userId} />
    </Suspense>
  );
}
