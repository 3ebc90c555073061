import { centsOf, countOf, hundredthsOf } from '../../../../platform/web/format/amounts.ts';
import type { Choices } from '../../contract.ts';
import { costNames } from './body.ts';
import type { TradeValues, Values } from './values.ts';

/** What is wrong with which field; those of a list as `products.0.price`. */
export type Errors = Record<string, string>;

const amounts = ['price', 'fees', 'tax', 'rebate', 'down'] as const;
const mostCents = 100_000_000;
const vinForm = /^[A-HJ-NPR-Z0-9]{17}$/i;

function amountProblem(typed: string): string | undefined {
  const cents = centsOf(typed);
  if (cents === undefined) return 'Type an amount in dollars';
  return (cents ?? 0) > mostCents ? 'At most $1,000,000' : undefined;
}

const vinProblem = (typed: string) =>
  typed.trim() && !vinForm.test(typed.trim())
    ? 'A VIN has 17 characters, without I, O and Q'
    : undefined;

function milesProblem(typed: string): string | undefined {
  return typed.trim() && countOf(typed) === undefined ? 'Type the miles as a number' : undefined;
}

/** What can be told before the server is asked. */
export function checkValues(values: Values, { may }: Choices): Errors {
  const errors: Errors = {};
  const say = (path: string, problem: string | undefined | false) => {
    if (problem) errors[path] = problem;
  };
  say('store', !values.store && 'Choose a store');
  say('customerId', !values.customer && 'Choose a customer');
  say('salespersonId', !values.salespersonId && 'Choose who sells it');
  say(
    'secondSalespersonId',
    values.secondSalespersonId !== '' &&
      values.secondSalespersonId === values.salespersonId &&
      'That is the salesperson already',
  );
  for (const [path, problem] of Object.entries(carProblems(values))) say(path, problem);
  const costs = may.seeCost ? costNames : [];
  for (const name of [...amounts, ...costs]) say(name, amountProblem(values[name]));
  if (values.method !== 'cash') {
    for (const [path, problem] of Object.entries(creditProblems(values))) say(path, problem);
  }
  if (values.trade) {
    for (const [path, problem] of Object.entries(tradeProblems(values.trade))) say(path, problem);
  }
  for (const [at, line] of values.products.entries()) {
    say(`products.${at}.price`, amountProblem(line.price));
    if (may.seeCost) say(`products.${at}.cost`, amountProblem(line.cost));
  }
  for (const [at, { what }] of values.dueBills.entries()) {
    say(`dueBills.${at}.what`, !what.trim() && 'Say what we owe');
  }
  return errors;
}

type Problems = Record<string, string | undefined | false>;

function carProblems({ isOfStock, car, vehicle, vin }: Values): Problems {
  if (isOfStock) return { vehicleId: !car && 'Choose the car' };
  return { vehicle: !vehicle.trim() && 'Say which car it is', vin: vinProblem(vin) };
}

function creditProblems({ rate, termMonths }: Values): Problems {
  const percent = hundredthsOf(rate, 2);
  const months = countOf(termMonths);
  const isTerm = !termMonths.trim() || (months !== undefined && months >= 1 && months <= 120);
  return {
    rate: (percent === undefined || (percent ?? 0) > 4_000) && 'Type percent a year, as 5.99',
    termMonths: !isTerm && 'Type 1 to 120 months',
  };
}

const tradeProblems = (trade: TradeValues): Problems => ({
  'trade.vehicle': !trade.vehicle.trim() && 'Say which car it is',
  'trade.vin': vinProblem(trade.vin),
  'trade.miles': milesProblem(trade.miles),
  'trade.allowance': amountProblem(trade.allowance),
  'trade.payoff': amountProblem(trade.payoff),
  'trade.acv': amountProblem(trade.acv),
});

/** The server's words by the fields of the form. */
export function errorsOf(fields: Record<string, string>, { isOfStock }: Values): Errors {
  return Object.fromEntries(
    Object.entries(fields).map(([path, problem]) => {
      const plain = path.replace(/^costs\./, '').replace(/Cents$/, '');
      // Its words and VIN come from the stock: what is wrong with them is wrong with the choice.
      const isOfCar = isOfStock && ['vehicle', 'vin', 'stockNumber'].includes(plain);
      return [isOfCar ? 'vehicleId' : plain, problem];
    }),
  );
}
