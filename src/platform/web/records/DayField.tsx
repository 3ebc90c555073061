import { calendarDay } from '../../contract/calendar.ts';
import { TextField } from '../ui/TextField.tsx';

/** The days on which something may have happened, as the server says. */
export interface OfferedDays {
  from: string;
  to: string;
  proposed: string;
  /** It keeps the day it first happened: the field only shows it. */
  isKept: boolean;
}

interface Props {
  days: OfferedDays;
  value: string;
  /** The day that is corrected, which can’t be chosen again. */
  wrong?: string | undefined;
  /** Whether errors are shown yet. */
  isSubmitted: boolean;
  onChange: (day: string) => void;
}

/** Why this day can’t be chosen; undefined if it can. */
export function dayError(
  value: string,
  { from, to }: OfferedDays,
  wrong?: string,
): string | undefined {
  if (value === '') return 'Choose a day';
  if (value === wrong) return 'Choose another day';
  if (value > to) return `Choose ${calendarDay(to)} or an earlier day`;
  if (value < from) return `Choose ${calendarDay(from)} or a later day`;
  return undefined;
}

/** The day something happened: today, unless another is chosen. */
export function DayField({ days, value, wrong, isSubmitted, onChange }: Props) {
  return (
    <TextField
      label="Day"
      type="date"
      required
      readOnly={days.isKept}
      min={days.from}
      max={days.to}
      hint={days.isKept ? 'Keeps the day it first happened' : undefined}
      value={value}
      error={isSubmitted ? dayError(value, days, wrong) : undefined}
      onChange={(event) => days.isKept || onChange(event.target.value)}
    />
  );
}
