import { useState } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { useCurrentUser } from '../../../access/web/public.ts';
import type { DealPage } from '../../contract/deal.ts';
import { isSold } from '../../contract/status.ts';
import { checkValues, type Errors, errorsOf } from './check.ts';
import { hasChanged, rebased, whatChanged } from './newer.ts';
import { type SaveOptions, useSaveDeal } from './useSaveDeal.ts';
import {
  type DueBillLine,
  emptyValues,
  type ProductLine,
  type TradeValues,
  type Values,
  valuesOf,
} from './values.ts';

/** An edit clears the errors of its field; for a list all of them, because indexes shift. */
const isFixedBy = (name: keyof Values, path: string) =>
  path === name ||
  path.startsWith(`${name}.`) ||
  (name === 'customer' && path === 'customerId') ||
  ((name === 'car' || name === 'isOfStock') && path === 'vehicleId');

/** State of the deal form: values, errors and conflicting saves. */
export function useDealForm(options: SaveOptions) {
  const { choices, deal } = options;
  const me = useCurrentUser();
  const [base, setBase] = useState(() => startOf(options, me?.id ?? 0));
  const [version, setVersion] = useState(deal?.version ?? 0);
  const [values, setValues] = useState(base);
  const [newer, setNewer] = useState<DealPage>();
  const formErrors = useErrors();
  const { mutate, isPending } = useSaveDeal(options, {
    onNewer: setNewer,
    onRefused: (error) => {
      const found = error instanceof ApiError && errorsOf(error.fields ?? {}, values);
      if (found && Object.keys(found).some((path) => isShown(path, options)))
        formErrors.show(found);
      else formErrors.setRefusal(sentenceOf(error, "Couldn't save the deal. Try again."));
    },
  });
  const change = (next: Partial<Values>) => {
    setValues((now) => ({ ...now, ...next }));
    formErrors.clear((path) =>
      Object.keys(next).some((name) => isFixedBy(name as keyof Values, path)),
    );
  };
  const submit = () => {
    const found = checkValues(values, choices);
    formErrors.show(found);
    if (Object.keys(found).length === 0 && !isPending) mutate({ values, version });
  };
  return {
    ...{
      values,
      errors: formErrors.errors,
      refusal: formErrors.refusal,
      attempt: formErrors.attempt,
    },
    ...{ isPending, change, submit, newer, isNew: !deal },
    /** Once sold, the vehicle is fixed. */
    isSold: deal !== undefined && isSold(deal.status),
    isDirty: hasChanged(values, base),
    theirChanges: newer ? whatChanged(base, valuesOf(newer), values) : [],
    ...linesOf(values, change),
    /** Loads the version someone else saved; local changes stay. */
    takeOver() {
      if (!newer) return;
      const theirs = valuesOf(newer);
      setValues(rebased(values, base, theirs));
      setBase(theirs);
      setVersion(newer.version);
      setNewer(undefined);
    },
  };
}
export type DealForm = ReturnType<typeof useDealForm>;

function startOf({ deal, choices, customer }: SaveOptions, authorId: number): Values {
  return deal ? valuesOf(deal) : { ...emptyValues(choices, authorId), customer };
}

/** Whether the form has the field of a server error; an existing deal shows neither store nor number. */
function isShown(path: string, { deal, choices }: SaveOptions): boolean {
  if (path === 'store') return !deal && choices.stores.length > 1;
  return path === 'number' ? !deal : path !== 'version' && path !== 'clientId';
}

function linesOf({ products, dueBills, trade }: Values, change: (next: Partial<Values>) => void) {
  return {
    setTrade: (next: Partial<TradeValues>) => trade && change({ trade: { ...trade, ...next } }),
    setProduct: (at: number, next: Partial<ProductLine>) =>
      change({ products: products.with(at, { ...(products[at] as ProductLine), ...next }) }),
    setDueBill: (at: number, next: Partial<DueBillLine>) =>
      change({ dueBills: dueBills.with(at, { ...(dueBills[at] as DueBillLine), ...next }) }),
  };
}

function useErrors() {
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  return {
    ...{ errors, refusal, attempt, setRefusal },
    show(found: Errors) {
      setErrors(found);
      setRefusal(undefined);
      setAttempt((count) => count + 1);
    },
    clear(isFixed: (path: string) => boolean) {
      setErrors((now) =>
        Object.fromEntries(Object.entries(now).filter(([path]) => !isFixed(path))),
      );
      setRefusal(undefined);
    },
  };
}
