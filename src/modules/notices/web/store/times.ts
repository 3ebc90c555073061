import { useEffect, useState } from 'react';
import { dayAt, isToday } from '../../../../platform/web/time/days.ts';
import { clockTime, exactTime, shortTime } from '../../../../platform/web/time/moments.ts';

const minuteMs = 60_000;

/** `2:05 PM` today; otherwise with the day, and the year where it is another one. */
export function formatTime(text: string, now: Date): string {
  if (isToday(text, now)) return clockTime(text);
  return dayAt(text).slice(0, 4) === dayAt(now).slice(0, 4) ? shortTime(text) : exactTime(text);
}

/** Now, again every minute: what is due becomes late without anybody doing anything. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
