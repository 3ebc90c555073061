import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { useChosenForm } from '../../../../platform/web/forms/useChosenForm.ts';
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

/** State and validation of the lead routing of one store at a time. */
export function useRoutingForm(first: LeadRouting, onSaved: () => void) {
  const client = useQueryClient();
  const { chosen, form, choose, question } = useChosenForm(first, valuesOf);
  const { values } = form;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(setLeadRouting, {
        params: { store: chosen.store },
        body: { version: chosen.version, ...bodyOf(values) },
      }),
    onSuccess: onSaved,
    onError: (error) => {
      if (error instanceof ApiError && error.fields) form.check(errorsOf(error.fields));
      else form.refuse(error);
    },
    // All response clocks depend on it.
    onSettled: () => refreshLeads(client),
  });
  return {
    ...form,
    chosen,
    choose,
    question,
    isPending,
    setDay: (at: number, next: Partial<DayValues>) =>
      form.set(
        'days',
        values.days.map((day, index) => (index === at ? { ...day, ...next } : day)),
      ),
    submit: () => {
      if (form.check(checkValues(values))) mutate();
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
