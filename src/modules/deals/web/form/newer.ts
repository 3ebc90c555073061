import type { DueBillLine, ProductLine, Values } from './values.ts';

const names: Partial<Record<keyof Values, string>> = {
  customer: 'Customer',
  type: 'Sale',
  condition: 'Condition',
  car: 'Car',
  vehicle: 'Car',
  vin: 'VIN',
  stockNumber: 'Stock number',
  salespersonId: 'Salesperson',
  secondSalespersonId: 'Second salesperson',
  financeManagerId: 'F&I',
  method: 'Payment',
  lender: 'Lender',
  rate: 'Rate',
  termMonths: 'Term',
  price: 'Price',
  fees: 'Fees',
  tax: 'Tax',
  rebate: 'Rebate',
  down: 'Down payment',
  trade: 'Trade',
  products: 'Products',
  dueBills: 'What we owe',
  cost: 'Cost',
  recon: 'Reconditioning',
  pack: 'Pack',
  reserve: 'Reserve',
  note: 'Note',
};
/** Said as they are typed; of the others it is enough to know that they changed. */
const typedOnes: readonly (keyof Values)[] = [
  ...(['price', 'fees', 'tax', 'rebate', 'down', 'cost', 'recon', 'pack', 'reserve'] as const),
  ...(['lender', 'rate', 'termMonths'] as const),
];

const keysOf = (values: Values) => Object.keys(values) as (keyof Values)[];
// Lines are written anew with each save: their ids say nothing about what stands in them.
const shown = (value: unknown) =>
  JSON.stringify(value, (name, one) => (name === 'key' || name === 'id' ? undefined : one));
const isSame = (some: unknown, others: unknown) => shown(some) === shown(others);

export const hasChanged = (values: Values, base: Values) =>
  keysOf(values).some((name) => !isSame(values[name], base[name]));

/** What somebody else changed, in words. */
export function whatChanged(base: Values, theirs: Values, mine: Values): string[] {
  const told = keysOf(theirs).flatMap((name) => {
    const label = names[name];
    if (!label || isSame(base[name], theirs[name])) return [];
    const [from, to] = [base[name] || 'nothing', theirs[name] || 'nothing'];
    const what = typedOnes.includes(name) ? `${label}: ${from} → ${to}` : label;
    return isSame(base[name], mine[name]) ? [what] : [`${what} (you changed it, too)`];
  });
  return [...new Set(told)];
}

/** Theirs, with what was typed here over it. */
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

/** Lines typed here, known by the ids they have in the version that will be saved over. */
function relinked<L extends ProductLine | DueBillLine>(
  lines: readonly L[],
  theirs: readonly L[],
  words: (line: L) => string,
): L[] {
  const left = [...theirs];
  return lines.map(({ id, ...line }) => {
    if (id === undefined) return line as L;
    const at = left.findIndex((one) => one.id === id || words(one) === words(line as L));
    const [same] = at < 0 ? [] : left.splice(at, 1);
    return (same?.id === undefined ? line : { ...line, id: same.id }) as L;
  });
}
