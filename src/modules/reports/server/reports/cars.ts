import { type RawBuilder, sql } from 'kysely';
import type { ReportQuery } from '../report.ts';
import { conditionChoices, dayIn, storeIn } from '../tally/facts.ts';

/**
 * The maker of a deal `d` with its car of the stock `v`. Of a car no stock knows it is the first word after
 * the year, or the first two of some; shouted or whispered, it is still the same maker.
 */
export const soldMake = sql`coalesce(v.make, (
  select case when lower(said) in ('bmw', 'gmc') then upper(said)
    when said in (lower(said), upper(said)) then initcap(said) else said end
  from substring(d.vehicle from
    '(?i)^\\s*(?:\\d{4}\\s+)?(land rover|alfa romeo|aston martin|\\S+)') said))`;

/** The model of a deal `d`, with its maker, once `knownModel` is joined; null of a car nobody ever had. */
export const soldModel = sql`coalesce(v.make || ' ' || v.model, known.name)`;

/**
 * `2024 Ford Bronco Sport Big Bend` is a Bronco Sport and no Bronco: the longest name that fits, looked for
 * once for all deals of these days that say the same words.
 */
export const knownModel = (asked: ReportQuery): RawBuilder<unknown> => sql`left join (
  select distinct on (said.vehicle) said.vehicle, car.name
  from (select distinct vehicle, ' ' || lower(vehicle) || ' ' as words from deals d
      where vehicle_id is null and ${storeIn('d.store', asked)} and ${dayIn('d.delivered_on', asked)}) said
    join (select distinct make || ' ' || model as name,
        ' ' || lower(make || ' ' || model) || ' ' as words from vehicles) car
      on strpos(said.words, car.words) > 0
  order by said.vehicle, length(car.name) desc, car.name) known on known.vehicle = d.vehicle
    and v.id is null`;

/** What a condition is told apart by, without the column it stands in. */
export const conditions = {
  id: 'condition',
  label: 'Condition',
  choices: conditionChoices,
} as const;
