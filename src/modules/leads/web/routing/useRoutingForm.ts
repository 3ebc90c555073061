import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { type LeadRouting, setLeadRouting } from '../../contract/settings.ts';
import { refreshLeads } from '../useLeads.ts';
import { bodyOf, checkValues, type DayValues, type Errors, errorsOf, valuesOf } from './values.ts';

/** What is typed about how a store takes its leads, and what is wrong with it. */
export function useRoutingForm(desk: LeadRouting, onSaved: () => void) {
  const client = useQueryClient();
  const [values, setValues] = useState(() => valuesOf(desk));
  const [version, setVersion] = useState(desk.version);
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(setLeadRouting, { params: { store: desk.store }, body: { version, ...bodyOf(values) } }),
    onSuccess: onSaved,
    onError: (error) => {
      if (error instanceof ApiError && error.fields) setErrors(errorsOf(error.fields));
      else setRefusal(sentenceOf(error, 'This could not be saved'));
    },
    // Every clock runs by it.
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
      set({ days: values.days.map((day, place) => (place === at ? { ...day, ...next } : day)) }),
    submit: () => {
      const found = checkValues(values);
      setErrors(found);
      setRefusal(undefined);
      if (Object.keys(found).length === 0 && !isPending) mutate();
    },
  };
}
export type RoutingFormState = ReturnType<typeof useRoutingForm>;
