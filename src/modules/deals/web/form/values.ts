import { typedHundredths } from '../../../../platform/web/format/amounts.ts';
import type { DealPage, DealType, ProductKind } from '../../contract/deal.ts';
import type { Choices } from '../../contract.ts';

/** A line of a list in the form; `key` stays the same when other lines are removed. */
interface Line {
  key: string;
  /** Absent for a new line. */
  id?: number;
}
export interface ProductLine extends Line {
  kind: ProductKind;
  provider: string;
  price: string;
  cost: string;
}
export interface DueBillLine extends Line {
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
/** The names of the plain text fields. */
export type TextName = {
  [K in keyof Values]: string extends Values[K] ? K : never;
}[keyof Values];

export const emptyProduct = (): ProductLine => ({
  ...{ key: crypto.randomUUID(), kind: 'service_contract' as const },
  ...{ provider: '', price: '', cost: '' },
});
export const emptyDueBill = (): DueBillLine => ({
  ...{ key: crypto.randomUUID(), what: '', isDone: false },
});
export const emptyTrade = (): TradeValues => ({
  ...{ vehicle: '', vin: '', miles: '', allowance: '', payoff: '', acv: '' },
});

/** Defaults of a new deal; the author is its salesperson if they sell. */
export function emptyValues({ stores, staff }: Choices, authorId: number): Values {
  const isSeller = staff.some(({ id }) => id === authorId);
  return {
    ...{ store: stores.length === 1 ? (stores[0] ?? '') : '', number: '', customer: null },
    ...{ type: 'retail', condition: 'new', isOfStock: true, car: null },
    ...{ vehicle: '', vin: '', stockNumber: '', salespersonId: isSeller ? String(authorId) : '' },
    ...{ secondSalespersonId: '', financeManagerId: '', method: 'finance', lender: '', rate: '' },
    ...{ termMonths: '', price: '', fees: '', tax: '', rebate: '', down: '', trade: null },
    ...{ products: [], dueBills: [], cost: '', recon: '', pack: '', reserve: '', note: '' },
  };
}

const money = (cents: number | null | undefined) => (cents ? typedHundredths(cents) : '');
const numbered = (one: Person | null) => (one ? String(one.id) : '');
const counted = (count: number | null) => (count === null ? '' : String(count));

export function valuesOf(deal: DealPage): Values {
  const { vehicleId, vehicle: title, stockNumber, costs, trade } = deal;
  return {
    ...{ store: deal.store, number: deal.number, customer: deal.customer, type: deal.type },
    ...{ condition: deal.condition, isOfStock: vehicleId !== null },
    car: vehicleId === null ? null : { id: vehicleId, title, stockNumber },
    ...{ vehicle: title, vin: deal.vin ?? '', stockNumber },
    salespersonId: numbered(deal.salesperson),
    secondSalespersonId: numbered(deal.secondSalesperson),
    financeManagerId: numbered(deal.financeManager),
    ...{ method: deal.method, lender: deal.lender, termMonths: counted(deal.termMonths) },
    rate: typedHundredths(deal.rate),
    ...{ price: money(deal.priceCents), fees: money(deal.feesCents), tax: money(deal.taxCents) },
    ...{ rebate: money(deal.rebateCents), down: money(deal.downCents) },
    trade: trade && {
      ...{ vehicle: trade.vehicle, vin: trade.vin ?? '', miles: counted(trade.miles) },
      ...{ allowance: money(trade.allowanceCents), payoff: money(trade.payoffCents) },
      acv: typedHundredths(trade.acvCents),
    },
    products: deal.products.map(({ id, kind, provider, priceCents, costCents }) => ({
      ...{ key: `kept${id}`, id, kind, provider },
      ...{ price: money(priceCents), cost: typedHundredths(costCents) },
    })),
    dueBills: deal.dueBills.map(({ id, what, doneAt }) => ({
      ...{ key: `kept${id}`, id, what, isDone: doneAt !== null },
    })),
    ...{ cost: money(costs?.costCents), recon: money(costs?.reconCents) },
    ...{ pack: money(costs?.packCents), reserve: money(costs?.reserveCents), note: deal.note },
  };
}
