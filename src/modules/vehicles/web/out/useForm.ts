import { useState } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';

/** What is typed in a small form, and what is wrong with it. */
export function useForm<V extends object>(start: V) {
  const [values, setValues] = useState(start);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<string>();
  return {
    ...{ values, errors, refusal },
    set<K extends keyof V>(name: K, value: V[K]) {
      setValues((now) => ({ ...now, [name]: value }));
      setErrors(({ [name as string]: _, ...others }) => others);
      setRefusal(undefined);
    },
    /** Shows what is wrong; answers whether nothing is. */
    check(found: Record<string, string | false | undefined>): boolean {
      const wrong = Object.entries(found).filter(([, problem]) => problem);
      setErrors(Object.fromEntries(wrong) as Record<string, string>);
      return wrong.length === 0;
    },
    /** The server would not take it. */
    refuse(error: unknown) {
      const fields = error instanceof ApiError ? error.fields : undefined;
      const known = Object.entries(fields ?? {}).filter(([name]) => name in start);
      if (known.length > 0) setErrors(Object.fromEntries(known));
      else setRefusal(sentenceOf(error));
    },
  };
}
