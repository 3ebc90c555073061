import { exactTime } from '../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../platform/web/time/relativeTime.ts';

/** The last sign-in, as relative text and as exact time. */
export function lastLoginText(lastLogin: string | null | undefined, now: Date) {
  if (!lastLogin) return { text: 'Never', exact: undefined };
  const at = new Date(lastLogin);
  if (Number.isNaN(at.getTime())) return { text: 'Invalid date', exact: undefined };
  return { text: relativeTime(at, now), exact: exactTime(at) };
}
