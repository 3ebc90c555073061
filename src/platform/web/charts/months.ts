import { longMonth, shortMonth } from '../time/calendar.ts';

export const monthOf = shortMonth;
export const fullMonthOf = longMonth;
