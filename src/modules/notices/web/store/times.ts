import { useEffect, useState } from 'react';

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const near = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const far = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });

const minuteMs = 60_000;

/** `2:05 PM` today; otherwise with the day, and the year where it is another one. */
export function timeWords(text: string, now: Date): string {
  const at = new Date(text);
  if (at.toDateString() === now.toDateString()) return clock.format(at);
  const day = (at.getFullYear() === now.getFullYear() ? near : far).format(at);
  return `${day}, ${clock.format(at)}`;
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
