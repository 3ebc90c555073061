import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { type Hours, type LeadRouting, setLeadRouting } from '../../contract/settings.ts';
import { refreshLeads } from '../state/useLeads.ts';

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
interface DayValues {
  isOpen: boolean;
  opens: string;
  closes: string;
}

interface Values {
  limit: string;
  inTurn: boolean;
  days: DayValues[];
  memberIds: number[];
}

type Errors = Record<string, string>;

/** State and validation of the lead routing form. */
export function useRoutingForm(routing: LeadRouting, onSaved: () => void) {
  const client = useQueryClient();
  const [values, setValues] = useState(() => valuesOf(routing));
  const [version, setVersion] = useState(routing.version);
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(setLeadRouting, {
        params: { store: routing.store },
        body: { version, ...bodyOf(values) },
      }),
    onSuccess: onSaved,
    onError: (error) => {
      if (error instanceof ApiError && error.fields) setErrors(errorsOf(error.fields));
      else setRefusal(sentenceOf(error, 'Couldn’t save changes. Try again.'));
    },
    // All response clocks depend on it.
    onSettled: () => refreshLeads(client),
  });
  const set = (next: Partial<typeof values>) => {
    setValues((now) => ({ ...now, ...next }));
    setErrors({});
    setRefusal(undefined);
  };
  return {
    values,
    errors,
    refusal,
    isPending,
    set,
    setVersion,
    setDay: (at: number, next: Partial<DayValues>) =>
      set({ days: values.days.map((day, index) => (index === at ? { ...day, ...next } : day)) }),
    submit: () => {
      const found = checkValues(values);
      setErrors(found);
      setRefusal(undefined);
      if (Object.keys(found).length === 0 && !isPending) mutate();
    },
  };
}
export type RoutingFormState = ReturnType<typeof useRoutingForm>;

const valuesOf = (routing: LeadRouting): Values => ({
  limit: String(routing.limitMinutes),
  inTurn: routing.inTurn,
  days: dayNames.map((_, at) => {
    const day = routing.hours[at];
    return { isOpen: Boolean(day), opens: day?.opens ?? '09:00', closes: day?.closes ?? '18:00' };
  }),
  memberIds: routing.members.map(({ id }) => id),
});

function checkValues({ limit, days }: Values): Errors {
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
const bodyOf = ({ limit, inTurn, days, memberIds }: Values) => ({
  limitMinutes: Number(limit),
  inTurn,
  memberIds,
  hours: days.map(({ isOpen, opens, closes }) => (isOpen ? { opens, closes } : null)) as Hours,
});

/** Maps server errors to form fields; those of a day belong to the day. */
const errorsOf = (fields: Record<string, string>): Errors =>
  Object.fromEntries(
    Object.entries(fields).map(([path, problem]) => [
      path.replace(/^(hours\.\d+)\..*$/, '$1'),
      problem,
    ]),
  );
