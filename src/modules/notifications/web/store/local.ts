import type { Notification } from '../../contract.ts';
import { addEntry } from './store.ts';

/**
 * Adds a notification to this tab's list only, without a sound or a toast; it is lost on reload. Returns its
 * id.
 */
export function addLocalNotification(
  fields: Omit<Notification, 'id' | 'timestamp' | 'urgent'>,
): string {
  const now = Date.now();
  const id = `${now}-${Math.random().toString(36).slice(2)}`;
  addEntry({ ...fields, id, timestamp: new Date(now).toISOString() }, true);
  return id;
}
