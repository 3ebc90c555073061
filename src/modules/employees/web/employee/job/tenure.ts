import { plural } from '../../../../../platform/web/format/amounts.ts';

/** How long someone has worked here: `3 years, 2 months`; both days as `2026-11-20`. */
export function tenureOf(hiredOn: string, until: string): string {
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = hiredOn.split('-').map(Number);
  const [year = 0, month = 0, day = 0] = until.split('-').map(Number);
  const months = (year - fromYear) * 12 + month - fromMonth - (day < fromDay ? 1 : 0);
  if (months < 0) return 'not started';
  if (months === 0) return 'less than a month';
  const [years, rest] = [Math.floor(months / 12), months % 12];
  return [years > 0 && plural(years, 'year'), rest > 0 && plural(rest, 'month')]
    .filter(Boolean)
    .join(', ');
}
