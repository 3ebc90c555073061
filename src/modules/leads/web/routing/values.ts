import type { Hours, LeadRouting } from '../../contract/settings.ts';

export const dayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** A day, as typed; a closed day keeps its times for reopening. */
export interface DayValues {
  isOpen: boolean;
  opens: string;
  closes: string;
}

export interface Values {
  limit: string;
  inTurn: boolean;
  days: DayValues[];
  memberIds: number[];
}

export type Errors = Record<string, string>;

export const valuesOf = (routing: LeadRouting): Values => ({
  limit: String(routing.limitMinutes),
  inTurn: routing.inTurn,
  days: dayNames.map((_, at) => {
    const day = routing.hours[at];
    return { isOpen: Boolean(day), opens: day?.opens ?? '09:00', closes: day?.closes ?? '18:00' };
  }),
  memberIds: routing.members.map(({ id }) => id),
});

export function checkValues({ limit, days }: Values): Errors {
  const errors: Errors = {};
  const minutes = Number(limit);
  if (!/^\d{1,4}$/.test(limit.trim()) || minutes < 1 || minutes > 1_440) {
    errors.limitMinutes = 'Enter 1 to 1,440 minutes';
  }
  for (const [at, { isOpen, opens, closes }] of days.entries()) {
    if (!isOpen) continue;
    if (!opens || !closes) errors[`hours.${at}`] = 'Enter opening and closing times';
    else if (opens >= closes) errors[`hours.${at}`] = 'Opening time must be before closing time';
  }
  if (days.every(({ isOpen }) => !isOpen)) errors.hours = 'Choose at least one open day';
  return errors;
}

/** The request body, from values that passed `checkValues`. */
export const bodyOf = ({ limit, inTurn, days, memberIds }: Values) => ({
  ...{ limitMinutes: Number(limit), inTurn, memberIds },
  hours: days.map(({ isOpen, opens, closes }) => (isOpen ? { opens, closes } : null)) as Hours,
});

/** Maps server errors to form fields; those of a day belong to the day. */
export const errorsOf = (fields: Record<string, string>): Errors =>
  Object.fromEntries(
    Object.entries(fields).map(([path, problem]) => [
      path.replace(/^(hours\.\d+)\..*$/, '$1'),
      problem,
    ]),
  );
