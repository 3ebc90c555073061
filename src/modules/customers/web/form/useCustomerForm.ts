import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import type { Choices } from '../../contract/finding.ts';
import { getChoices } from '../../contract/finding.ts';
import {
  type CustomerRecord,
  createCustomer,
  openCustomer,
  saveCustomer,
} from '../../contract/records.ts';
import { toastFailure } from '../labels.ts';
import {
  blank,
  bodyOf,
  changed,
  check,
  type Errors,
  mapErrors,
  rebased,
  type Values,
  valuesOf,
} from './values.ts';

interface Options {
  choices: Choices;
  /** Absent for a new customer. */
  record: CustomerRecord | undefined;
  onSaved: (saved: CustomerRecord) => void;
  close: () => void;
}

/** Values, validation and saving of the customer form. */
export function useCustomerForm({ choices, record, onSaved, close }: Options) {
  const [values, setValues] = useState(() =>
    record ? valuesOf(record) : blank(choices.stores[0] ?? ''),
  );
  const [base, setBase] = useState(values);
  const [version, setVersion] = useState(record?.version ?? 0);
  const [errors, setErrors] = useState<Errors>({});
  const [attempt, setAttempt] = useState(0);
  const [newer, setNewer] = useState<CustomerRecord>();
  const draft = { values, version };

  const showErrors = (found: Errors) => {
    setErrors(found);
    setAttempt((count) => count + 1);
  };
  const { mutate, isPending } = useSave({ choices, record, onSaved, close }, draft, {
    showErrors,
    onNewer: setNewer,
  });

  return {
    ...{ values, errors, attempt, newer, isPending },
    isDirty: changed(base, values).length > 0,
    set<K extends keyof Values>(name: K, value: Values[K]) {
      setValues((now) => ({ ...now, [name]: value }));
      setErrors((now) =>
        Object.fromEntries(Object.entries(now).filter(([path]) => path.split('.')[0] !== name)),
      );
    },
    submit() {
      const found = check(values);
      if (Object.keys(found).length > 0) return showErrors(found);
      if (!isPending) mutate();
    },
    /** Loads the version someone else saved; edits made here stay. */
    loadNewer(theirs: CustomerRecord) {
      const fresh = valuesOf(theirs);
      setValues((typed) => rebased(typed, base, fresh));
      setBase(fresh);
      setVersion(theirs.version);
      setNewer(undefined);
    },
  };
}

interface SaveEvents {
  showErrors: (found: Errors) => void;
  /** Someone else saved first. */
  onNewer: (newer: CustomerRecord | undefined) => void;
}

function useSave(
  { choices, record, onSaved, close }: Options,
  { values, version }: { values: Values; version: number },
  { showErrors, onNewer }: SaveEvents,
) {
  const client = useQueryClient();
  // Reused until saved, so that a retry does not create a second customer.
  const clientId = useRef(crypto.randomUUID());
  return useMutation({
    mutationFn: () => {
      const body = bodyOf(values);
      if (record)
        return call(saveCustomer, {
          params: { customerId: record.id },
          body: { version, ...body },
        });
      const store = values.store || (choices.stores[0] ?? 'ford');
      return call(createCustomer, { body: { clientId: clientId.current, store, ...body } });
    },
    onSuccess: (saved) => {
      close();
      onSaved(saved);
      void client.invalidateQueries({ queryKey: queryKeyFor(getChoices) });
    },
    onError: async (error) => {
      if (!(error instanceof ApiError)) return toastFailure(error, 'Couldn’t save customer');
      if (error.fields) return showErrors(mapErrors(error.fields, values));
      if (error.status !== 409 || !record) return toastFailure(error, 'Couldn’t save customer');
      onNewer(
        await call(openCustomer, { params: { customerId: record.id } }).catch(() => undefined),
      );
    },
  });
}

export type CustomerForm = ReturnType<typeof useCustomerForm>;
