import type { Facts } from './facts.ts';
import { quietUntil } from './quietHours.ts';

export type DndReason = 'paused' | 'quiet hours' | 'off shift' | 'do not disturb';

/** The person must not be interrupted. */
export interface DoNotDisturb {
  reason: DndReason;
  /** When it ends; null: unknown. */
  until: Date | null;
}

type DndFacts = Pick<Facts, 'preferences' | 'status' | 'onShift' | 'offShift' | 'now'>;

/** Why the person must not be interrupted now, and until when; null: they may be. */
export function dndOf(facts: DndFacts): DoNotDisturb | null {
  const { preferences, status, onShift, offShift, now } = facts;
  const paused = preferences.pausedUntil === null ? null : new Date(preferences.pausedUntil);
  const quiet = quietUntil(preferences.schedule, now);
  const isUnavailable =
    status.value === 'unavailable' && (status.until === null || status.until > now);
  const found: DoNotDisturb[] = [];
  if (paused && paused > now) found.push({ reason: 'paused', until: paused });
  if (quiet) found.push({ reason: 'quiet hours', until: quiet });
  if (onShift === false) found.push({ reason: 'off shift', until: null });
  // People on the clock work, planned or not.
  if (preferences.quietOffShift && offShift && onShift !== true) {
    found.push({ reason: 'off shift', until: offShift.until });
  }
  if (isUnavailable) found.push({ reason: 'do not disturb', until: status.until });
  const [first] = found;
  if (!first) return null;
  const ends = found.flatMap(({ until }) => (until ? [until.getTime()] : []));
  return { reason: first.reason, until: ends.length > 0 ? new Date(Math.max(...ends)) : null };
}
