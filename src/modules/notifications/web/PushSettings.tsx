import { lazy, Suspense } from 'react';

const DeviceSwitch = lazy(() => import('./push/DeviceSwitch.tsx'));

/** Whether this device is told while Forecourt is closed: for a page or dialog of settings. */
export function PushSettings({ userId }: { userId: number }) {
  return (
    <Suspense fallback={<div className="h-10" />}>
      <DeviceSwitch userId={userId} />
    </Suspense>
  );
}
