import { centsOf, countOf, hundredthsOf } from '../../../../platform/web/format/amounts.ts';
import type { Choices } from '../../contract.ts';
import type { Sums } from '../parts/worksheet/figures.ts';
import { costNames, houseDealChoice, type TradeValues, type Values } from './values.ts';

const cents = (typed: string) => centsOf(typed) ?? 0;
const optional = <K extends string>(name: K, typed: string) => {
  const amount = centsOf(typed);
  return (typeof amount === 'number' ? { [name]: amount } : {}) as { [name in K]?: number };
};
const idOf = (typed: string) => (typed ? Number(typed) : null);

const creditOf = ({ method, lender, rate, termMonths }: Values) => ({
  method,
  lender: method === 'cash' ? '' : lender.trim(),
  rate: method === 'cash' ? null : (hundredthsOf(rate, 2) ?? null),
  termMonths: method === 'cash' ? null : (countOf(termMonths) ?? null),
});

const moneyOf = (values: Values) => ({
  priceCents: cents(values.price),
  feesCents: cents(values.fees),
  taxCents: cents(values.tax),
  rebateCents: cents(values.rebate),
  downCents: cents(values.down),
});

const costsOf = (values: Values) => ({
  costCents: cents(values.cost),
  reconCents: cents(values.recon),
  packCents: cents(values.pack),
  reserveCents: cents(values.reserve),
});

/** The stock vehicle, or the described one. */
function carOf({ isOfStock, car, vehicle, vin, stockNumber }: Values) {
  if (isOfStock && car) return { vehicleId: car.id };
  return {
    vehicleId: null,
    vehicle: vehicle.trim(),
    vin: vin.trim().toUpperCase() || null,
    stockNumber: stockNumber.trim(),
  };
}

const tradeOf = (trade: TradeValues, seeCost: boolean) => ({
  vehicle: trade.vehicle.trim(),
  vin: trade.vin.trim().toUpperCase() || null,
  miles: countOf(trade.miles) ?? null,
  allowanceCents: cents(trade.allowance),
  payoffCents: cents(trade.payoff),
  ...(seeCost && { acvCents: centsOf(trade.acv) ?? null }),
});

/** The request body, from values that passed `checkValues`. */
export function bodyOf(values: Values, { may }: Choices, isNew: boolean) {
  // Of a new deal without costs the server takes them from the stock vehicle; those of a saved one can be cleared.
  const hasCosts = !isNew || costNames.some((name) => values[name].trim() !== '');
  return {
    type: values.type,
    customerId: values.customer?.id ?? 0,
    ...carOf(values),
    condition: values.condition,
    salespersonId: values.salespersonId === houseDealChoice ? null : Number(values.salespersonId),
    secondSalespersonId: idOf(values.secondSalespersonId),
    closerId: idOf(values.closerId),
    financeManagerId: idOf(values.financeManagerId),
    ...creditOf(values),
    ...moneyOf(values),
    trade: values.trade && tradeOf(values.trade, may.seeCost),
    products: values.products.map(({ id, kind, provider, price, cost }) => ({
      ...(id !== undefined && { id }),
      kind,
      provider: provider.trim(),
      priceCents: cents(price),
      ...(may.seeCost && { costCents: centsOf(cost) ?? null }),
    })),
    dueBills: values.dueBills.map(({ id, what, isDone }) => ({
      ...(id !== undefined && { id }),
      what: what.trim(),
      isDone,
    })),
    ...(may.seeCost && hasCosts && { costs: costsOf(values) }),
    note: values.note,
  };
}

/** Input of the worksheet beside the form; an invalid amount counts as zero. */
export function sumsOf(values: Values, seeCost: boolean): Sums {
  const { rate, termMonths, method } = creditOf(values);
  const { trade } = values;
  return {
    ...moneyOf(values),
    method,
    rate,
    termMonths,
    trade: trade && {
      allowanceCents: cents(trade.allowance),
      payoffCents: cents(trade.payoff),
      ...optional('acvCents', trade.acv),
    },
    products: values.products.map(({ price, cost }) => ({
      priceCents: cents(price),
      ...optional('costCents', cost),
    })),
    ...(seeCost && { costs: costsOf(values) }),
  };
}
