import { type RawBuilder, sql } from 'kysely';
import type { ReadQuery } from '../report.ts';
import { conditionChoices, dayIn, storeIn } from '../tally/facts.ts';

/**
 * The make of a deal `d` with its stock vehicle `v`. Without one it is the first word after the year in the
 * typed description, or the first two for some makes, whatever its case.
 */
export const soldMake = sql`coalesce(v.make, (
  select case when lower(word) in ('bmw', 'gmc') then upper(word)
    when word in (lower(word), upper(word)) then initcap(word) else word end
  from substring(d.vehicle from
    '(?i)^\\s*(?:\\d{4}\\s+)?(land rover|alfa romeo|aston martin|\\S+)') word))`;

/** The make and model of a deal `d`, once `knownModel` is joined; null for a model never in stock. */
export const soldModel = sql`coalesce(v.make || ' ' || v.model, known.name)`;

/**
 * `2024 Ford Bronco Sport Big Bend` is a Bronco Sport, not a Bronco: the longest match wins. Looked up once
 * for all deals of the span with the same description.
 */
export const knownModel = (query: ReadQuery): RawBuilder<unknown> => sql`left join (
  select distinct on (typed.vehicle) typed.vehicle, stock.name
  from (select distinct vehicle, ' ' || lower(vehicle) || ' ' as text from deals d
      where vehicle_id is null and ${storeIn('d.store', query)} and ${dayIn('d.delivered_on', query)}) typed
    join (select distinct make || ' ' || model as name,
        ' ' || lower(make || ' ' || model) || ' ' as text from vehicles) stock
      on strpos(typed.text, stock.text) > 0
  order by typed.vehicle, length(stock.name) desc, stock.name) known on known.vehicle = d.vehicle
    and v.id is null`;

/** The condition grouping, without its column. */
export const conditions = {
  id: 'condition',
  label: 'Condition',
  choices: conditionChoices,
} as const;
