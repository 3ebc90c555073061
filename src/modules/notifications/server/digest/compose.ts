import { headingOf, previewOf } from '../../contract/preview.ts';
import type { ShownRow } from '../tables.ts';

const maxEntries = 20;

/** The variables of the digest email; newest notifications first. */
export function digestOf(firstName: string, rows: readonly ShownRow[], publicUrl: string) {
  const notifications = rows.slice(0, maxEntries).map((row) => ({
    title: headingOf(row),
    preview: previewOf(row.message),
    link: publicUrl + (row.action_url ?? '/'),
  }));
  const left = rows.length - notifications.length;
  return {
    firstName,
    count: rows.length,
    isSingle: rows.length === 1,
    title: notifications[0]?.title ?? '',
    notifications,
    more: left > 0 ? String(left) : '',
    loginLink: `${publicUrl}/`,
  };
}
