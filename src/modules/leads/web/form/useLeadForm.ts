import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import type { LeadPage } from '../../contract/lead.ts';
import { addLead, type Choices, getLead, saveLead } from '../../contract.ts';
import { refreshLeads } from '../useLeads.ts';
import {
  type CarValues,
  checkValues,
  type Errors,
  emptyCar,
  emptyValues,
  errorsOf,
  factsOf,
  type TradeValues,
  type Values,
  valuesOf,
} from './values.ts';

interface LeadFormOptions {
  choices: Choices;
  /** Absent for a new lead. */
  lead: LeadPage | undefined;
  onClose: () => void;
  onSaved: ((saved: LeadPage) => void) | undefined;
}

/** Saves the form at the version it was loaded; a retry does not add a lead twice. */
function useSave({ lead, onClose, onSaved }: LeadFormOptions, onError: (error: Error) => void) {
  const client = useQueryClient();
  const clientId = useRef(crypto.randomUUID());
  const [version] = useState(lead?.version ?? 0);
  return useMutation({
    mutationFn: (values: Values) => {
      const facts = factsOf(values);
      if (lead) {
        return call(saveLead, { params: { leadId: lead.id }, body: { version, ...facts } });
      }
      return call(addLead, {
        body: {
          clientId: clientId.current,
          store: values.store as Store,
          customerId: values.customer?.id ?? 0,
          ...(values.assigneeId && { assigneeId: Number(values.assigneeId) }),
          ...facts,
        },
      });
    },
    onSuccess: (saved) => {
      client.setQueryData(queryKeyFor(getLead, { params: { leadId: saved.id } }), saved);
      void refreshLeads(client);
      onClose();
      onSaved?.(saved);
    },
    onError,
  });
}

/** State and validation of the lead form. */
export function useLeadForm(options: LeadFormOptions) {
  const { choices, lead } = options;
  const [base] = useState(() => (lead ? valuesOf(lead) : emptyValues(choices)));
  const [values, setValues] = useState(base);
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const show = (found: Errors) => {
    setErrors(found);
    setAttempt((count) => count + 1);
  };
  const { mutate, isPending } = useSave(options, (error) => {
    if (error instanceof ApiError && error.fields) show(errorsOf(error.fields, values));
    else setRefusal(sentenceOf(error, "Couldn't save the lead. Try again."));
  });
  const change = (next: Partial<Values>, isFixed: (path: string) => boolean) => {
    setValues((now) => ({ ...now, ...next }));
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([path]) => !isFixed(path))));
    setRefusal(undefined);
  };
  const submit = () => {
    const found = checkValues(values);
    setRefusal(undefined);
    show(found);
    if (Object.keys(found).length === 0 && !isPending) mutate(values);
  };
  // Indexes may have shifted, so all errors of the list are cleared.
  const setCars = (cars: CarValues[]) => change({ cars }, (path) => path.startsWith('cars'));
  return {
    ...{ values, errors, refusal, attempt, isPending, submit },
    isNew: !lead,
    isDirty: JSON.stringify(values) !== JSON.stringify(base),
    set: <K extends keyof Values>(name: K, value: Values[K]) =>
      change({ [name]: value }, (path) => path === (name === 'customer' ? 'customerId' : name)),
    setCar: (at: number, next: Partial<CarValues>) =>
      setCars(values.cars.map((car, index) => (index === at ? { ...car, ...next } : car))),
    setTrade: (next: Partial<TradeValues>) =>
      change({ trade: { ...values.trade, ...next } }, (path) => path.startsWith('trade')),
    addCar: () => setCars([...values.cars, emptyCar()]),
    removeCar: (at: number) => setCars(values.cars.filter((_, index) => index !== at)),
  };
}
export type LeadFormState = ReturnType<typeof useLeadForm>;
