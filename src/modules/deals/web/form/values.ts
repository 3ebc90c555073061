import {
  centsOf,
  countOf,
  hundredthsOf,
  typedHundredths,
} from '../../../../platform/web/format/amounts.ts';
import type { FormLine } from '../../../../platform/web/forms/changes.ts';
import type { Errors, RecordForm } from '../../../../platform/web/forms/useRecordForm.ts';
import { findVinProblem } from '../../../vin/contract.ts';
import type { DealPage, DealType, ProductKind } from '../../contract/deal.ts';
import { maxCents } from '../../contract/facts.ts';
import type { Choices } from '../../contract.ts';

export interface ProductLine extends FormLine {
  kind: ProductKind;
  provider: string;
  price: string;
  cost: string;
}
export interface DueBillLine extends FormLine {
  what: string;
  isDone: boolean;
}
export interface TradeValues {
  vehicle: string;
  vin: string;
  miles: string;
  allowance: string;
  payoff: string;
  acv: string;
}
/** A stock vehicle. */
export interface StockCar {
  id: number;
  title: string;
  stockNumber: string;
}
interface Person {
  id: number;
  name: string;
}

/** The form values, as typed. */
export interface Values {
  store: string;
  number: string;
  customer: Person | null;
  type: DealType;
  condition: DealPage['condition'];
  isOfStock: boolean;
  car: StockCar | null;
  vehicle: string;
  vin: string;
  stockNumber: string;
  salespersonId: string;
  secondSalespersonId: string;
  closerId: string;
  financeManagerId: string;
  method: DealPage['method'];
  lender: string;
  rate: string;
  termMonths: string;
  price: string;
  fees: string;
  tax: string;
  rebate: string;
  down: string;
  trade: TradeValues | null;
  products: ProductLine[];
  dueBills: DueBillLine[];
  cost: string;
  recon: string;
  pack: string;
  reserve: string;
  note: string;
}
export type DealForm = RecordForm<Values>;

export const emptyProduct = (): ProductLine => ({
  key: crypto.randomUUID(),
  kind: 'service_contract',
  provider: '',
  price: '',
  cost: '',
});

export const emptyDueBill = (): DueBillLine => ({
  key: crypto.randomUUID(),
  what: '',
  isDone: false,
});

export const emptyTrade = (): TradeValues => ({
  vehicle: '',
  vin: '',
  miles: '',
  allowance: '',
  payoff: '',
  acv: '',
});

/** Defaults of a new deal; the author is its salesperson if they sell. */
export function emptyValues({ stores, staff }: Choices, authorId: number): Values {
  const isSeller = staff.some(({ id }) => id === authorId);
  return {
    store: stores.length === 1 ? (stores[0] ?? '') : '',
    number: '',
    customer: null,
    type: 'retail',
    condition: 'new',
    isOfStock: true,
    car: null,
    vehicle: '',
    vin: '',
    stockNumber: '',
    salespersonId: isSeller ? String(authorId) : '',
    secondSalespersonId: '',
    closerId: '',
    financeManagerId: '',
    method: 'finance',
    lender: '',
    rate: '',
    termMonths: '',
    price: '',
    fees: '',
    tax: '',
    rebate: '',
    down: '',
    trade: null,
    products: [],
    dueBills: [],
    cost: '',
    recon: '',
    pack: '',
    reserve: '',
    note: '',
  };
}

/** The choice of no salesperson, as opposed to none chosen yet. */
export const houseDealChoice = 'house_deal';

const money = (cents: number | null | undefined) => (cents ? typedHundredths(cents) : '');
const idText = (one: Person | null) => (one ? String(one.id) : '');
const countText = (count: number | null) => (count === null ? '' : String(count));

export function valuesOf(deal: DealPage): Values {
  const { vehicleId, vehicle: title, stockNumber, costs, trade } = deal;
  return {
    store: deal.store,
    number: deal.number,
    customer: deal.customer,
    type: deal.type,
    condition: deal.condition,
    isOfStock: vehicleId !== null,
    car: vehicleId === null ? null : { id: vehicleId, title, stockNumber },
    vehicle: title,
    vin: deal.vin ?? '',
    stockNumber,
    salespersonId: deal.salesperson ? String(deal.salesperson.id) : houseDealChoice,
    secondSalespersonId: idText(deal.secondSalesperson),
    closerId: idText(deal.closer),
    financeManagerId: idText(deal.financeManager),
    method: deal.method,
    lender: deal.lender,
    rate: typedHundredths(deal.rate),
    termMonths: countText(deal.termMonths),
    price: money(deal.priceCents),
    fees: money(deal.feesCents),
    tax: money(deal.taxCents),
    rebate: money(deal.rebateCents),
    down: money(deal.downCents),
    trade: trade && {
      vehicle: trade.vehicle,
      vin: trade.vin ?? '',
      miles: countText(trade.miles),
      allowance: money(trade.allowanceCents),
      payoff: money(trade.payoffCents),
      acv: typedHundredths(trade.acvCents),
    },
    products: deal.products.map(({ id, kind, provider, priceCents, costCents }) => ({
      key: `kept${id}`,
      id,
      kind,
      provider,
      price: money(priceCents),
      cost: typedHundredths(costCents),
    })),
    dueBills: deal.dueBills.map(({ id, what, doneAt }) => ({
      key: `kept${id}`,
      id,
      what,
      isDone: doneAt !== null,
    })),
    cost: money(costs?.costCents),
    recon: money(costs?.reconCents),
    pack: money(costs?.packCents),
    reserve: money(costs?.reserveCents),
    note: deal.note,
  };
}

const amounts = ['price', 'fees', 'tax', 'rebate', 'down'] as const;
export const costNames = ['cost', 'recon', 'pack', 'reserve'] as const;

function amountProblem(typed: string): string | undefined {
  const cents = centsOf(typed);
  if (cents === undefined) return 'Enter an amount in dollars';
  return (cents ?? 0) > maxCents ? 'At most $1,000,000' : undefined;
}

function milesProblem(typed: string): string | undefined {
  return typed.trim() && countOf(typed) === undefined ? 'Enter miles as a number' : undefined;
}

/** Client-side validation. */
export function checkValues(values: Values, { may }: Choices): Errors {
  const errors: Errors = {};
  const addError = (path: string, problem: string | undefined | false) => {
    if (problem) errors[path] = problem;
  };
  addError('store', !values.store && 'Choose a store');
  addError('customer', !values.customer && 'Choose a customer');
  addError('salespersonId', !values.salespersonId && 'Choose a salesperson or House deal');
  addError(
    'secondSalespersonId',
    values.secondSalespersonId !== '' &&
      (values.salespersonId === houseDealChoice
        ? 'A house deal has no second salesperson'
        : values.secondSalespersonId === values.salespersonId && 'Already the salesperson'),
  );
  addError(
    'closerId',
    values.closerId !== '' &&
      [values.salespersonId, values.secondSalespersonId].includes(values.closerId) &&
      'Already a salesperson of this deal',
  );
  for (const [path, problem] of Object.entries(carProblems(values))) addError(path, problem);
  const costs = may.seeCost ? costNames : [];
  for (const name of [...amounts, ...costs]) addError(name, amountProblem(values[name]));
  if (values.method !== 'cash') {
    for (const [path, problem] of Object.entries(creditProblems(values))) addError(path, problem);
  }
  if (values.trade) {
    for (const [path, problem] of Object.entries(tradeProblems(values.trade)))
      addError(path, problem);
  }
  for (const [at, line] of values.products.entries()) {
    addError(`products.${at}.price`, amountProblem(line.price));
    if (may.seeCost) addError(`products.${at}.cost`, amountProblem(line.cost));
  }
  for (const [at, { what }] of values.dueBills.entries()) {
    addError(`dueBills.${at}.what`, !what.trim() && 'Describe the due bill');
  }
  return errors;
}

type Problems = Record<string, string | undefined | false>;

function carProblems({ isOfStock, car, vehicle, vin }: Values): Problems {
  if (isOfStock) return { car: !car && 'Choose a vehicle' };
  return { vehicle: !vehicle.trim() && 'Enter the vehicle', vin: findVinProblem(vin) };
}

function creditProblems({ rate, termMonths }: Values): Problems {
  const percent = hundredthsOf(rate, 2);
  const months = countOf(termMonths);
  const isTerm = !termMonths.trim() || (months !== undefined && months >= 1 && months <= 120);
  return {
    rate: (percent === undefined || (percent ?? 0) > 4_000) && 'Enter an annual rate, e.g. 5.99',
    termMonths: !isTerm && 'Enter 1 to 120 months',
  };
}

const tradeProblems = (trade: TradeValues): Problems => ({
  'trade.vehicle': !trade.vehicle.trim() && 'Enter the vehicle',
  'trade.vin': findVinProblem(trade.vin),
  'trade.miles': milesProblem(trade.miles),
  'trade.allowance': amountProblem(trade.allowance),
  'trade.payoff': amountProblem(trade.payoff),
  'trade.acv': amountProblem(trade.acv),
});

const formNames: Record<string, string> = { customerId: 'customer', vehicleId: 'car' };

/** Maps the server's field errors to the fields of the form. */
export function errorsOf(fields: Errors, { isOfStock }: Values): Errors {
  return Object.fromEntries(
    Object.entries(fields).map(([path, problem]) => {
      const plain = path.replace(/^costs\./, '').replace(/Cents$/, '');
      // For a stock vehicle these fields are not shown: their errors belong to the vehicle field.
      const isOfCar = isOfStock && ['vehicle', 'vin', 'stockNumber'].includes(plain);
      return [isOfCar ? 'car' : (formNames[plain] ?? plain), problem];
    }),
  );
}
