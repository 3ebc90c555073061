import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { type LeadRouting, setLeadRouting } from '../../contract/settings.ts';
import { refreshLeads } from '../useLeads.ts';
import { bodyOf, checkValues, type DayValues, type Errors, errorsOf, valuesOf } from './values.ts';

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
      else setRefusal(sentenceOf(error, "Couldn't save changes. Try again."));
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
    ...{ values, errors, refusal, isPending, set, setVersion },
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
