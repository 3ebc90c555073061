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

/** A day as it stands in the fields; its times stay while it is closed, to be opened again. */
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

export const valuesOf = (desk: LeadRouting): Values => ({
  limit: String(desk.limitMinutes),
  inTurn: desk.inTurn,
  days: dayNames.map((_, at) => {
    const day = desk.hours[at];
    return { isOpen: Boolean(day), opens: day?.opens ?? '09:00', closes: day?.closes ?? '18:00' };
  }),
  memberIds: desk.members.map(({ id }) => id),
});

export function checkValues({ limit, days }: Values): Errors {
  const errors: Errors = {};
  const minutes = Number(limit);
  if (!/^\d{1,4}$/.test(limit.trim()) || minutes < 1 || minutes > 1_440) {
    errors.limitMinutes = 'Type minutes, from 1 to 1,440';
  }
  for (const [at, { isOpen, opens, closes }] of days.entries()) {
    if (!isOpen) continue;
    if (!opens || !closes) errors[`hours.${at}`] = 'Say from when to when';
    else if (opens >= closes) errors[`hours.${at}`] = 'Opens before it closes';
  }
  if (days.every(({ isOpen }) => !isOpen)) errors.hours = 'Open on one day at least';
  return errors;
}

/** What the server is told, of values that passed `checkValues`. */
export const bodyOf = ({ limit, inTurn, days, memberIds }: Values) => ({
  ...{ limitMinutes: Number(limit), inTurn, memberIds },
  hours: days.map(({ isOpen, opens, closes }) => (isOpen ? { opens, closes } : null)) as Hours,
});

/** The server's words by the fields of the form: those of a day stand under the day. */
export const errorsOf = (fields: Record<string, string>): Errors =>
  Object.fromEntries(
    Object.entries(fields).map(([path, problem]) => [
      path.replace(/^(hours\.\d+)\..*$/, '$1'),
      problem,
    ]),
  );
