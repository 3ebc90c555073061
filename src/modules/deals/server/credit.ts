import { sql } from 'kysely';
import type { Credit } from '../contract/deal.ts';

/** What the credit for a deal is calculated from. */
interface CreditedDeal {
  status: string;
  type: string;
  salesperson_id: number | null;
  salesperson: string | null;
  second_salesperson_id: number | null;
  second_salesperson: string | null;
  closer_id: number | null;
  closer: string | null;
  finance_manager_id: number | null;
  finance_manager: string | null;
  front_cents: number;
  back_cents: number;
}

const personOf = (id: number | null, name: string | null) =>
  id === null || name === null ? null : { id, name };

/**
 * Who gets how much of a deal, as the dashboard and the reports count it once it is delivered. Salespeople
 * share unit and gross, so that everyone’s credit adds up to the store’s; a house deal is credited to no one.
 * Closer and F&I are counted beside them: the closer with the whole deal, F&I with its back gross. Wholesale,
 * fleet, dealer trades and canceled deals carry no credit. `withGross` only with access to costs.
 */
export function creditsOf(deal: CreditedDeal, withGross: boolean): Credit[] {
  if (!['retail', 'lease'].includes(deal.type) || deal.status === 'canceled') return [];
  const credit = (
    role: Credit['role'],
    person: Credit['person'],
    units: number,
    frontCents: number,
    backCents: number,
  ): Credit => ({ role, person, units, ...(withGross && { gross: { frontCents, backCents } }) });
  const { front_cents: front, back_cents: back } = deal;
  const first = personOf(deal.salesperson_id, deal.salesperson);
  const second = personOf(deal.second_salesperson_id, deal.second_salesperson);
  const closer = personOf(deal.closer_id, deal.closer);
  const finance = personOf(deal.finance_manager_id, deal.finance_manager);
  // `|| 0`: half of −1 cent is 0, not −0.
  const half = { front: Math.trunc(front / 2) || 0, back: Math.trunc(back / 2) || 0 };
  return [
    ...(second
      ? [
          credit('salesperson', first, 0.5, front - half.front, back - half.back),
          credit('salesperson', second, 0.5, half.front, half.back),
        ]
      : [credit('salesperson', first, 1, front, back)]),
    ...(closer ? [credit('closer', closer, 1, front, back)] : []),
    ...(finance ? [credit('finance_manager', finance, 1, 0, back)] : []),
  ];
}

/** The second salesperson’s half; the odd cent is the first’s. Division of integers truncates, as above. */
const shareOf = (
  column: string,
) => sql`(case when d.second_salesperson_id is null then ${sql.ref(column)}
  when part.place = 1 then ${sql.ref(column)} - ${sql.ref(column)} / 2
  else ${sql.ref(column)} / 2 end)`;

/**
 * Joins deals `d` with `credit`: a row for each salesperson, and one without `user_id` for a house deal. `share` of
 * the unit (1 or 0.5), and this share of price, gross and reserve in whole cents.
 */
export const salesCredits = sql`
  join (values (1), (2)) part (place) on part.place = 1 or d.second_salesperson_id is not null
  cross join lateral (select
    case part.place when 1 then d.salesperson_id else d.second_salesperson_id end as user_id,
    case when d.second_salesperson_id is null then 1 else 0.5 end::float8 as share,
    ${shareOf('d.price_cents')} as price_cents, ${shareOf('d.front_cents')} as front_cents,
    ${shareOf('d.back_cents')} as back_cents, ${shareOf('d.reserve_cents')} as reserve_cents) credit`;

/** The same columns for a whole deal, one row each; it costs nothing. */
export const wholeCredit = sql`
  cross join lateral (select 1::float8 as share, d.price_cents, d.front_cents, d.back_cents,
    d.reserve_cents) credit`;
