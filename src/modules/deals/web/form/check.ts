import { centsOf, countOf, hundredthsOf } from '../../../../platform/web/format/amounts.ts';
import type { Choices } from '../../contract.ts';
import { costNames } from './body.ts';
import type { TradeValues, Values } from './values.ts';

/** Error by field path, such as `products.0.price`. */
export type Errors = Record<string, string>;

const amounts = ['price', 'fees', 'tax', 'rebate', 'down'] as const;
const mostCents = 100_000_000;
const vinForm = /^[A-HJ-NPR-Z0-9]{17}$/i;

function amountProblem(typed: string): string | undefined {
  const cents = centsOf(typed);
  if (cents === undefined) return 'Enter an amount in dollars';
  return (cents ?? 0) > mostCents ? 'At most $1,000,000' : undefined;
}

const vinProblem = (typed: string) =>
  typed.trim() && !vinForm.test(typed.trim())
    ? 'A VIN has 17 characters, without I, O and Q'
    : undefined;

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
  addError('customerId', !values.customer && 'Choose a customer');
  addError('salespersonId', !values.salespersonId && 'Choose a salesperson');
  addError(
    'secondSalespersonId',
    values.secondSalespersonId !== '' &&
      values.secondSalespersonId === values.salespersonId &&
      'Already the salesperson',
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
  if (isOfStock) return { vehicleId: !car && 'Choose a vehicle' };
  return { vehicle: !vehicle.trim() && 'Enter the vehicle', vin: vinProblem(vin) };
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
  'trade.vin': vinProblem(trade.vin),
  'trade.miles': milesProblem(trade.miles),
  'trade.allowance': amountProblem(trade.allowance),
  'trade.payoff': amountProblem(trade.payoff),
  'trade.acv': amountProblem(trade.acv),
});

/** Maps the server's field errors to the fields of the form. */
export function errorsOf(fields: Record<string, string>, { isOfStock }: Values): Errors {
  return Object.fromEntries(
    Object.entries(fields).map(([path, problem]) => {
      const plain = path.replace(/^costs\./, '').replace(/Cents$/, '');
      // For a stock vehicle these fields are not shown: their errors belong to the vehicle field.
      const isOfCar = isOfStock && ['vehicle', 'vin', 'stockNumber'].includes(plain);
      return [isOfCar ? 'vehicleId' : plain, problem];
    }),
  );
}
