import type { Shift } from '../../contract/shift.ts';

/** The fields of a shift besides its person and day. */
export interface ShiftValues {
  start: string;
  end: string;
  breakMinutes: string;
  role: string;
  note: string;
}

export const valuesOf = (shift: Shift): ShiftValues => ({
  start: shift.start,
  end: shift.end,
  breakMinutes: String(shift.breakMinutes),
  role: shift.role,
  note: shift.note,
});

export const toBody = ({ breakMinutes, role, note, ...times }: ShiftValues) => ({
  ...times,
  breakMinutes: Number(breakMinutes) || 0,
  role: role.trim(),
  note: note.trim(),
});

/** Minutes between wall times, without the break; an end that is not later is on the next day. */
export function lengthOf({ start, end, breakMinutes }: ShiftValues): number | null {
  if (!start || !end) return null;
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const span = minutes(end) - minutes(start);
  return (span > 0 ? span : span + 24 * 60) - (Number(breakMinutes) || 0);
}
