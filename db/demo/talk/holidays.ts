const dayMs = 86_400_000;

export interface Holiday {
  name: string;
  /** Days since 1970-01-01. */
  day: number;
}

const dayNumber = (year: number, month: number, date: number) =>
  Date.UTC(year, month - 1, date) / dayMs;

function nthWeekday(year: number, month: number, weekday: number, nth: number): number {
  const first = dayNumber(year, month, 1);
  return first + ((weekday - ((first + 4) % 7) + 7) % 7) + (nth - 1) * 7;
}

function holidaysOf(year: number): Holiday[] {
  return [
    { name: 'New Year’s Day', day: dayNumber(year, 1, 1) },
    { name: 'Memorial Day', day: nthWeekday(year, 6, 1, 1) - 7 },
    { name: 'Independence Day', day: dayNumber(year, 7, 4) },
    { name: 'Labor Day', day: nthWeekday(year, 9, 1, 1) },
    { name: 'Thanksgiving', day: nthWeekday(year, 11, 4, 4) },
    { name: 'Christmas', day: dayNumber(year, 12, 25) },
  ];
}

const yearOf = (day: number) => new Date(day * dayMs).getUTCFullYear();

export const isHoliday = (day: number): boolean =>
  holidaysOf(yearOf(day)).some((holiday) => holiday.day === day);

/** The first day after this one on which every store is closed for the trade's calendar. */
export function nextHoliday(day: number): Holiday {
  const year = yearOf(day);
  const ahead = [...holidaysOf(year), ...holidaysOf(year + 1)];
  return ahead.find((holiday) => holiday.day > day) ?? { name: 'New Year’s Day', day };
}
