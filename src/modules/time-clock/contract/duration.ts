const minuteMs = 60_000;

/** `7:05`: hours and full minutes. */
export function clockHours(ms: number): string {
  const minutes = Math.floor(ms / minuteMs);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
