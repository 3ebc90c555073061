import { useEffect, useState } from 'react';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** `in 45 minutes`, `in 23 hours`, `in 6 days`: rounded up by at most a minute. */
export function timeLeft(expiresAt: string, now: Date): string {
  // So that a full day still reads as a day just after it began.
  const left = Date.parse(expiresAt) - now.getTime() + minuteMs;
  if (left < 2 * minuteMs) return 'in less than a minute';
  const [count, unit] =
    left < 2 * hourMs
      ? [Math.floor(left / minuteMs), 'minute']
      : left < 2 * dayMs
        ? [Math.floor(left / hourMs), 'hour']
        : [Math.floor(left / dayMs), 'day'];
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The current time, updated every minute and at the moment itself. */
export function useNow(moment: string): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const left = Date.parse(moment) - now.getTime();
    if (left <= 0) return;
    const timer = setTimeout(() => setNow(new Date()), Math.min(left + 50, minuteMs));
    return () => clearTimeout(timer);
  }, [moment, now]);
  return now;
}
