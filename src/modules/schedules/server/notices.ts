import type { Notice } from '../../notifications/server/public.ts';

/** What leads to the recipients’ own schedule. `key` identifies the fact. */
export const scheduleNotice = (
  userIds: readonly number[],
  fields: Pick<Notice, 'title' | 'message'>,
  key: string,
): Notice => ({
  userIds,
  ...fields,
  type: 'info',
  actionUrl: '/people/schedule',
  actionLabel: 'View schedule',
  key,
  deliver: { push: true, digest: true },
});
