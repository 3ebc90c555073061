import { useState } from 'react';
import { ApiError, sentenceOf } from '../../../../../platform/web/api/ApiError.ts';
import { countOf } from '../../../../../platform/web/format/amounts.ts';
import { checkVin, cleanVin } from '../../../../vin/contract.ts';
import type { DealPage } from '../../../contract/deal.ts';

/** The field values, as typed. */
export interface TakenValues {
  vin: string;
  vinReason: string;
  year: string;
  mileage: string;
  make: string;
  model: string;
  trim: string;
}
type Errors = Partial<Record<keyof TakenValues, string>>;

/** Splits `2017 Honda Accord Sport` into year, make, model and trim. */
function partsOf(vehicle: string) {
  const text = vehicle.trim();
  const year = /^(?:19|20)\d\d/.exec(text)?.[0] ?? '';
  const [make = '', model = '', ...trim] = text.slice(year.length).trimStart().split(/\s+/);
  return { year, make, model, trim: trim.join(' ') };
}

function problemsOf(values: TakenValues): Errors {
  const { problem } = checkVin(cleanVin(values.vin));
  const year = countOf(values.year) ?? 0;
  const wrong: [keyof TakenValues, string | false][] = [
    ['vin', problem !== null && problem !== 'check_digit' && 'Enter the 17 characters of the VIN'],
    ['vinReason', problem === 'check_digit' && !values.vinReason.trim() && 'Enter a reason'],
    ['year', (year < 1900 || year > 2100) && 'Enter the model year'],
    ['mileage', countOf(values.mileage) === undefined && 'Enter miles as a number'],
    ['make', !values.make.trim() && 'Enter the make'],
    ['model', !values.model.trim() && 'Enter the model'],
  ];
  return Object.fromEntries(wrong.filter(([, message]) => message));
}

/** The request body, from valid values. */
export const takenBody = (values: TakenValues) => ({
  vin: cleanVin(values.vin),
  ...(values.vinReason.trim() && { vinReason: values.vinReason.trim() }),
  year: countOf(values.year) ?? 0,
  mileage: countOf(values.mileage) ?? 0,
  ...{ make: values.make.trim(), model: values.model.trim(), trim: values.trim.trim() },
});

/** State and validation of the trade-in form. */
export function useTakenForm({ vehicle, vin, miles }: NonNullable<DealPage['trade']>) {
  const [values, setValues] = useState<TakenValues>(() => ({
    ...{ vin: vin ?? '', vinReason: '', mileage: miles === null ? '' : String(miles) },
    ...partsOf(vehicle),
  }));
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const show = (found: Errors) => {
    setErrors(found);
    setRefusal(undefined);
    setAttempt((count) => count + 1);
  };
  return {
    ...{ values, errors, refusal, attempt },
    set(name: keyof TakenValues, value: string) {
      setValues((now) => ({ ...now, [name]: value }));
      setErrors(({ [name]: _, ...rest }) => rest);
    },
    /** Shows errors; returns whether the values are valid. */
    check() {
      const found = problemsOf(values);
      show(found);
      return Object.keys(found).length === 0;
    },
    refuse(error: Error) {
      if (error instanceof ApiError && error.fields) show(error.fields);
      else setRefusal(sentenceOf(error, "Couldn't add the trade-in to inventory. Try again."));
    },
  };
}
