import type { Notification } from '../../contract.ts';
import { addEntry } from './store.ts';

/**
 * Puts one into this tab's list that no server knows of, without a sound or a toast; it goes with the
 * page. Answers its id.
 */
export function addLocalNotification(
  given: Omit<Notification, 'id' | 'timestamp' | 'urgent'>,
): string {
  const now = Date.now();
  const id = `${now}-${Math.random().toString(36).slice(2)}`;
  addEntry({ ...given, id, timestamp: new Date(now).toISOString() }, true);
  return id;
}
