const minuteMs = 60_000;
const hourMs = 3_600_000;

/** `7:05`: hours and full minutes. */
export function clockHours(ms: number): string {
  const minutes = Math.floor(ms / minuteMs);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** `7.08`: decimal hours for payroll. */
export function decimalHours(ms: number): string {
  return (ms / hourMs).toFixed(2);
}
