import { headingOf, previewOf } from '../../contract/preview.ts';
import type { ShownRow } from '../tables.ts';

const mostEntries = 20;

/** What the mail about what somebody has not read is filled with; the newest comes first. */
export function digestOf(firstName: string, rows: readonly ShownRow[], publicUrl: string) {
  const notifications = rows.slice(0, mostEntries).map((row) => ({
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
