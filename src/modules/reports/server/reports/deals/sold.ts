import { sql } from 'kysely';
import { salesCredits, wholeCredit } from '../../../../deals/server/public.ts';
import type { ReadQuery, Report } from '../../report.ts';
import { byMonth, byStore, dayIn, storeIn } from '../../tally/facts.ts';
import { firstDays, type TalliedGrouping } from '../../tally/tally.ts';
import { conditions, knownModel, soldMake, soldModel } from '../vehicles.ts';

/**
 * Deals `d` with their stock vehicle `v`, if any, and the `credit` for each. By salesperson a shared deal is two
 * rows, half each, so that people add up to the total; otherwise it is one. Every measure weighs its rows by
 * `credit.share`.
 */
export function dealsFor({ only }: Pick<ReadQuery, 'only'>, by = '') {
  const isByPerson = [by, ...only.map((one) => one.by)].includes(salesperson.id);
  return sql`deals d ${isByPerson ? salesCredits : wholeCredit}
    left join stock_vehicles v on v.id = d.vehicle_id`;
}

export const delivered = (query: Parameters<typeof dayIn>[1]) =>
  sql`${storeIn('d.store', query)} and ${dayIn('d.delivered_on', query)}`;

export const make: TalliedGrouping = { id: 'make', label: 'Make', key: soldMake };

export const model: TalliedGrouping = {
  id: 'model',
  label: 'Model',
  none: 'Other vehicles',
  join: knownModel,
  key: soldModel,
};

export const saleType: TalliedGrouping = {
  id: 'type',
  label: 'Sale type',
  choices: [
    { key: 'retail', label: 'Retail' },
    { key: 'lease', label: 'Lease' },
    { key: 'wholesale', label: 'Wholesale' },
    { key: 'dealer_trade', label: 'Dealer trade' },
  ],
  key: sql`d.type`,
};

export const store = byStore('d.store');
export const condition: TalliedGrouping = { ...conditions, key: sql`d.condition` };
export const month = byMonth(sql`d.delivered_on`, 'date');

/** Groups by an employee column; former employees keep their name. */
export function byPerson(
  grouping: Pick<TalliedGrouping, 'id' | 'label' | 'none'>,
  column: string,
): TalliedGrouping {
  const who = sql.ref(`who_${column.replace('.', '_')}`);
  return {
    ...grouping,
    isPersonal: true,
    join: sql`left join users ${who} on ${who}.id = ${sql.ref(column)}`,
    key: sql`${sql.ref(column)}::text`,
    name: sql`${who}.shown_name`,
  };
}

export const salesperson = byPerson(
  { id: 'salesperson', label: 'Salesperson', none: 'House deals' },
  'credit.user_id',
);
export const closer = byPerson({ id: 'closer', label: 'Closer', none: 'No closer' }, 'd.closer_id');

export const since: Report['since'] = (db, query) =>
  firstDays(
    db,
    query,
    (store) => sql`select min(delivered_on) from deals f where f.store = ${store}`,
  );
