/** A hundredth of an hour, in milliseconds. */
export const hundredthMs = 36_000;

/** `7.08`, of milliseconds: the hours of timesheets, pay periods and files for payroll, rounded the same everywhere. */
export const decimalHours = (ms: number): string => hundredthsText(Math.round(ms / hundredthMs));

/** `-1.50`, of -150. */
export function hundredthsText(hundredths: number): string {
  const sign = hundredths < 0 ? '-' : '';
  const size = Math.abs(hundredths);
  return `${sign}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`;
}
