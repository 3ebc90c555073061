import { useEffect, useState } from 'react';
import { dayAt, isToday } from '../../../../platform/web/time/days.ts';
import { clockTime, exactTime, shortTime } from '../../../../platform/web/time/moments.ts';

const minuteMs = 60_000;

/** `2:05 PM` today; otherwise with the day, and with the year unless it is this one. */
export function formatTime(text: string, now: Date): string {
  if (isToday(text, now)) return clockTime(text);
  return dayAt(text).slice(0, 4) === dayAt(now).slice(0, 4) ? shortTime(text) : exactTime(text);
}

/** The current time, updated every minute, so that notices become overdue on screen. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
