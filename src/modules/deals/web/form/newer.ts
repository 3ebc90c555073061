import type { DueBillLine, ProductLine, Values } from './values.ts';

const names: Partial<Record<keyof Values, string>> = {
  customer: 'Customer',
  type: 'Deal type',
  condition: 'Condition',
  car: 'Vehicle',
  vehicle: 'Vehicle',
  vin: 'VIN',
  stockNumber: 'Stock number',
  salespersonId: 'Salesperson',
  secondSalespersonId: 'Second salesperson',
  financeManagerId: 'F&I',
  method: 'Payment method',
  lender: 'Lender',
  rate: 'Rate',
  termMonths: 'Term',
  price: 'Price',
  fees: 'Fees',
  tax: 'Tax',
  rebate: 'Rebate',
  down: 'Down payment',
  trade: 'Trade-in',
  products: 'Products',
  dueBills: 'Due bills',
  cost: 'Cost',
  recon: 'Reconditioning',
  pack: 'Pack',
  reserve: 'Reserve',
  note: 'Note',
};
/** Fields listed with both values; for the others only their name. */
const fieldsWithValues: readonly (keyof Values)[] = [
  ...(['price', 'fees', 'tax', 'rebate', 'down', 'cost', 'recon', 'pack', 'reserve'] as const),
  ...(['lender', 'rate', 'termMonths'] as const),
];

const keysOf = (values: Values) => Object.keys(values) as (keyof Values)[];
// Lines get new ids with each save, so ids and keys are not compared.
const comparable = (value: unknown) =>
  JSON.stringify(value, (name, one) => (name === 'key' || name === 'id' ? undefined : one));
const isSame = (some: unknown, others: unknown) => comparable(some) === comparable(others);

export const hasChanged = (values: Values, base: Values) =>
  keysOf(values).some((name) => !isSame(values[name], base[name]));

/** Describes what someone else changed. */
export function whatChanged(base: Values, theirs: Values, mine: Values): string[] {
  const changes = keysOf(theirs).flatMap((name) => {
    const label = names[name];
    if (!label || isSame(base[name], theirs[name])) return [];
    const [from, to] = [base[name] || 'empty', theirs[name] || 'empty'];
    const what = fieldsWithValues.includes(name) ? `${label}: ${from} → ${to}` : label;
    return isSame(base[name], mine[name]) ? [what] : [`${what} (you also changed this)`];
  });
  return [...new Set(changes)];
}

/** Their version with the local changes on top. */
export function rebased(mine: Values, base: Values, theirs: Values): Values {
  const typed = keysOf(mine).filter((name) => !isSame(mine[name], base[name]));
  const kept = Object.fromEntries(typed.map((name) => [name, mine[name]])) as Partial<Values>;
  return {
    ...theirs,
    ...kept,
    ...(kept.products && { products: relinked(kept.products, theirs.products, productName) }),
    ...(kept.dueBills && { dueBills: relinked(kept.dueBills, theirs.dueBills, dueBillName) }),
  };
}

const productName = ({ kind, provider }: ProductLine) => `${kind} ${provider}`;
const dueBillName = ({ what }: DueBillLine) => what;

/** Local lines, with the ids they have in the version to be saved over. */
function relinked<L extends ProductLine | DueBillLine>(
  lines: readonly L[],
  theirs: readonly L[],
  nameOf: (line: L) => string,
): L[] {
  const left = [...theirs];
  return lines.map(({ id, ...line }) => {
    if (id === undefined) return line as L;
    const at = left.findIndex((one) => one.id === id || nameOf(one) === nameOf(line as L));
    const [same] = at < 0 ? [] : left.splice(at, 1);
    return (same?.id === undefined ? line : { ...line, id: same.id }) as L;
  });
}
