import { useEffect } from 'react';
import { followAction } from '../following.ts';
import { isOwner } from './owner.ts';

/** Renews this device's subscription, and follows clicks on its notifications. */
export function useDeviceRenewal(userId: number): void {
  useEffect(() => {
    // On failure pushes may stop until the next page load; the settings show it.
    if (isOwner(userId)) renew(userId).catch(() => {});
  }, [userId]);
  useEffect(() => {
    const worker = navigator.serviceWorker;
    if (!worker) return;
    worker.addEventListener('message', open);
    return () => worker.removeEventListener('message', open);
  }, []);
}

function open({ data }: MessageEvent<unknown>): void {
  if (!data || typeof data !== 'object' || !('open' in data)) return;
  if (typeof data.open === 'string') followAction(data.open);
}

async function renew(userId: number): Promise<void> {
  const { renewDevice } = await import('./device.ts');
  await renewDevice(userId);
}
