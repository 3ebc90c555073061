import { useState } from 'react';
import { ApiError, sentenceOf } from '../api/ApiError.ts';

/** Values and errors of a small form. */
export function useDialogForm<V extends object>(start: V) {
  const [first, setFirst] = useState(start);
  const [values, setValues] = useState(start);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<string>();
  return {
    values,
    isDirty: (Object.keys(first) as (keyof V)[]).some((name) => values[name] !== first[name]),
    errors,
    refusal,
    set<K extends keyof V>(name: K, value: V[K]) {
      setValues((now) => ({ ...now, [name]: value }));
      setErrors(({ [name as string]: _, ...others }) => others);
      setRefusal(undefined);
    },
    /** Begins again, with what is now to be edited. */
    restart(next: V) {
      setFirst(next);
      setValues(next);
      setErrors({});
      setRefusal(undefined);
    },
    /** Shows the problems; returns whether there are none. */
    check(found: Record<string, string | false | undefined>): boolean {
      const problems = Object.entries(found).filter(([, problem]) => problem);
      setErrors(Object.fromEntries(problems) as Record<string, string>);
      return problems.length === 0;
    },
    /** Shows a server error at its fields, or else above the form. */
    refuse(error: unknown) {
      const fields = error instanceof ApiError ? error.fields : undefined;
      const known = Object.entries(fields ?? {}).filter(([name]) => name in start);
      if (known.length > 0) setErrors(Object.fromEntries(known));
      else setRefusal(sentenceOf(error));
    },
  };
}
