import { useState } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { checkValues, type Errors, errorsOf, type FieldName, type Values } from './values.ts';

/** What is typed about a car, and what is wrong with it. */
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
    /** Answers whether it may be sent. */
    check(): boolean {
      const found = checkValues(values);
      show(found);
      setRefusal(undefined);
      return Object.keys(found).length === 0;
    },
    /** The server would not take it: its words go under their fields, or above all of them. */
    refuse(error: unknown) {
      const found = error instanceof ApiError ? errorsOf(error.fields) : undefined;
      if (found) show(found);
      else setRefusal(sentenceOf(error, 'The car could not be saved'));
    },
  };
}

export type VehicleForm = ReturnType<typeof useVehicleForm>;
