import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useCurrentUser } from '../../../access/web/public.ts';
import type { OrderPage } from '../../contract/order.ts';
import { type Choices, getOrder, openOrder, saveOrder } from '../../contract.ts';
import { refreshOrders } from '../useOrders.ts';
import {
  bodyOf,
  checkValues,
  type Errors,
  emptyLine,
  emptyValues,
  errorsOf,
  type LineValues,
  type Values,
  valuesOf,
} from './values.ts';

interface OrderFormOptions {
  choices: Choices;
  /** Absent for a new one. */
  order: OrderPage | undefined;
  onClose: () => void;
  onSaved: ((saved: OrderPage) => void) | undefined;
}

/** Repeats of one submit share a clientId, so they create one order. */
function useSave(
  { choices, order, onClose, onSaved }: OrderFormOptions,
  onError: (error: Error) => void,
) {
  const client = useQueryClient();
  const clientId = useRef(crypto.randomUUID());
  return useMutation({
    mutationFn: (values: Values) => {
      const body = bodyOf(values, choices);
      if (order) {
        const params = { orderId: order.id };
        return call(saveOrder, { params, body: { version: order.version, ...body } });
      }
      const store = values.store as Store;
      return call(openOrder, { body: { clientId: clientId.current, store, ...body } });
    },
    onSuccess: (saved) => {
      client.setQueryData(queryKeyFor(getOrder, { params: { orderId: saved.id } }), saved);
      void refreshOrders(client);
      onClose();
      onSaved?.(saved);
    },
    onError,
  });
}

/** Values, validation and submit of the form. */
export function useOrderForm(options: OrderFormOptions) {
  const { choices, order } = options;
  const me = useCurrentUser();
  const [base] = useState(() =>
    order ? valuesOf(order, choices.timezone) : emptyValues(choices, me?.id ?? 0),
  );
  const [values, setValues] = useState(base);
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const show = (found: Errors) => {
    setErrors(found);
    setAttempt((count) => count + 1);
  };
  const { mutate, isPending } = useSave(options, (error) => {
    if (error instanceof ApiError && error.fields) show(errorsOf(error.fields));
    else setRefusal(sentenceOf(error, 'Couldn’t save the repair order. Try again.'));
  });
  const change = (next: Partial<Values>, isFixed: (path: string) => boolean) => {
    setValues((now) => ({ ...now, ...next }));
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([path]) => !isFixed(path))));
    setRefusal(undefined);
  };
  // Line numbers in error paths may have shifted.
  const setLines = (lines: LineValues[]) => change({ lines }, (path) => path.startsWith('lines'));
  const submit = () => {
    const found = checkValues(values);
    setRefusal(undefined);
    show(found);
    if (Object.keys(found).length === 0 && !isPending) mutate(values);
  };
  const set = <K extends keyof Values>(name: K, value: Values[K]) =>
    change({ [name]: value }, (path) => path === (name === 'customer' ? 'customerId' : name));
  /** The customer’s vehicle last filled in; null until one was. */
  const [fromGarage, setFromGarage] = useState<Pick<Values, 'vehicle' | 'vin'> | null>(null);
  const setVehicle = (vehicle: Pick<Values, 'vehicle' | 'vin'>) => {
    setFromGarage(vehicle);
    change(vehicle, (path) => path === 'vehicle' || path === 'vin');
  };
  /** Clears the vehicle if it was filled in from this customer. */
  const clearCustomer = () => {
    const isTheirs = fromGarage?.vehicle === values.vehicle && fromGarage.vin === values.vin;
    const vehicle = isTheirs ? { vehicle: '', vin: '' } : {};
    change({ customer: null, ...vehicle }, (path) => path === 'customerId');
  };
  const setLine = (at: number, next: Partial<LineValues>) => {
    const lines = values.lines.map((line, place) => (place === at ? { ...line, ...next } : line));
    change({ lines }, (path) => Object.keys(next).some((name) => path === `lines.${at}.${name}`));
  };
  return {
    ...{
      values,
      errors,
      refusal,
      attempt,
      isPending,
      set,
      setLine,
      setVehicle,
      clearCustomer,
      submit,
    },
    isNew: !order,
    isDirty: JSON.stringify(values) !== JSON.stringify(base),
    addLine: () => setLines([...values.lines, emptyLine()]),
    removeLine: (at: number) => setLines(values.lines.filter((_, place) => place !== at)),
  };
}
export type OrderForm = ReturnType<typeof useOrderForm>;
