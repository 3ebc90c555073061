import { longMonth, shortMonth } from '../../contract/calendar.ts';

export const monthOf = shortMonth;
export const fullMonthOf = longMonth;
