/** `kept`: until the end it has already. */
export type PauseChoice = 'off' | 'half-hour' | 'hour' | 'tomorrow' | 'kept';

const minuteMs = 60_000;

/** When a pause that begins now ends; in the morning of the person's own time zone. */
export function pauseEnd(choice: Exclude<PauseChoice, 'kept'>, now: Date): string | null {
  switch (choice) {
    case 'half-hour':
      return new Date(now.getTime() + 30 * minuteMs).toISOString();
    case 'hour':
      return new Date(now.getTime() + 60 * minuteMs).toISOString();
    case 'tomorrow':
      return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 8).toISOString();
    default:
      return null;
  }
}

const timeOnly = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const dayAndTime = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
});

/** `3:40 PM`, or `Sat 8:00 AM` on another day. */
export function endInWords(end: Date, now: Date): string {
  return (end.toDateString() === now.toDateString() ? timeOnly : dayAndTime).format(end);
}
