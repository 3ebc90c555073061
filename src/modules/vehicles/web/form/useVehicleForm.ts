import { useState } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { checkValues, type Errors, errorsOf, type FieldName, type Values } from './values.ts';

/** Values and errors of the vehicle form. */
export function useVehicleForm(start: () => Values) {
  const [base] = useState(start);
  const [values, setValues] = useState(base);
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const show = (found: Errors) => {
    setErrors(found);
    setAttempt((count) => count + 1);
  };
  return {
    ...{ base, values, errors, refusal, attempt },
    isDirty: Object.keys(values).some(
      (name) => values[name as FieldName] !== base[name as FieldName],
    ),
    set<K extends FieldName>(name: K, value: Values[K]) {
      setValues((now) => ({ ...now, [name]: value }));
      setErrors(({ [name]: _, ...others }) => others);
      setRefusal(undefined);
    },
    /** Validates the form; returns whether it is valid. */
    check(): boolean {
      const found = checkValues(values);
      show(found);
      setRefusal(undefined);
      return Object.keys(found).length === 0;
    },
    /** Shows a server error at its fields, or else above the form. */
    refuse(error: unknown) {
      const found = error instanceof ApiError ? errorsOf(error.fields) : undefined;
      if (found) show(found);
      else setRefusal(sentenceOf(error, 'Couldn’t save vehicle. Try again.'));
    },
  };
}

export type VehicleForm = ReturnType<typeof useVehicleForm>;
