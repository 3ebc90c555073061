import { sql } from 'kysely';
import { addDays, dateAt } from '../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../platform/server/db/database.ts';
import { getTimezone } from '../organization/server/public.ts';

type IdOf = (username: string) => number;

/** How long ago the group began to keep jackets here: earlier deals have theirs on paper. */
const jacketDays = 9;
const orderDays = 1;
/** What they asked for first; the whole checklist holds from today on. */
const firstTypes = ['buyers_order', 'retail_contract', 'lease', 'insurance', 'bill_of_sale'];
const titleDays = 60;

/**
 * Seeds checklists that began lately, and title work that is on time for most deals. Some wait for a title or a
 * registration, and two stipulations are overdue.
 */
export async function seedJackets(tx: Db<AnyTables>, asOf: Date, idOf: IdOf): Promise<void> {
  const today = dateAt(await getTimezone(tx), asOf.getTime());
  // The files of those who are employed already are on paper.
  await sql`update jacket_requirements set since = case
      when kind = 'new_hire' then ${addDays(today, 1)}::date
      when document_type = 'repair_order' then ${addDays(today, -orderDays)}::date
      when document_type = any(${firstTypes}::text[]) then ${addDays(today, -jacketDays)}::date
      else ${today}::date end`.execute(tx);
  await sql`update title_limits set since = ${addDays(today, -titleDays)}::date`.execute(tx);
  const clerk = sql`case d.store when 'hyundai' then ${idOf('ruth.amsel')}::integer
    else ${idOf('joan.whitaker')}::integer end`;
  await sql`insert into title_work (deal_id)
    select d.id from deals d join title_limits l on l.store = d.store and d.delivered_on >= l.since`.execute(
    tx,
  );
  await sql`insert into title_steps (deal_id, step, day, entered_by, entered_at)
    select d.id, step, day, ${clerk}, least(
      ((case when is_planned then d.delivered_on else day end) + time '19:20') at time zone 'UTC',
      ${asOf}::timestamptz)
    from title_work w join deals d on d.id = w.deal_id
    cross join lateral (values
      ('payoff_due', 7, true, true, true),
      ('payoff_sent', 3, true, false, true),
      ('payoff_confirmed', 6, true, false, true),
      ('lien_released', 16, true, false, d.id % 6 <> 1),
      ('title_in', 5, false, false, d.id % 11 <> 0),
      ('title_out', 13, false, false, d.id % 11 <> 0),
      ('tag_issued', 0, false, false, d.type in ('retail', 'lease')),
      ('tag_expires', 30, false, true, d.type in ('retail', 'lease')),
      ('registration_sent', 15, false, false, d.type in ('retail', 'lease', 'fleet') and d.id % 8 <> 3)
    ) plan (step, after, of_payoff, is_planned, is_done)
    cross join lateral (select d.delivered_on + plan.after as day) at
    where is_done and (not of_payoff or d.trade_payoff_cents > 0)
      and (is_planned or day <= ${today}::date)`.execute(tx);
  await seedStipulations(tx, asOf, today);
}

async function seedStipulations(tx: Db<AnyTables>, asOf: Date, today: string): Promise<void> {
  await sql`with waiting as (
      select d.id, d.number, d.finance_manager_id, d.signed_on,
        row_number() over (order by d.signed_on, d.id) as nth
      from deals d
      where d.status in ('signed', 'delivered') and d.method in ('finance', 'lease')
        and d.type in ('retail', 'lease') and d.finance_manager_id is not null)
    insert into deal_stipulations
      (client_id, deal_id, text, due_on, document_type, created_by, created_at, cleared_by, cleared_at)
    select md5('stipulation of deal ' || w.number)::uuid, w.id, s.text,
      case when w.nth <= 2 then ${today}::date - w.nth::integer * 2
        else ${today}::date + w.nth::integer end,
      s.type, w.finance_manager_id,
      least((w.signed_on + time '18:20') at time zone 'UTC', ${asOf}::timestamptz),
      case when w.nth in (4, 6) then w.finance_manager_id end,
      case when w.nth in (4, 6) then ${asOf}::timestamptz - interval '3 hours' end
    from waiting w
    join (values (1, 'Two recent pay stubs', 'stipulation'),
      (2, 'Proof of insurance with the lender as loss payee', 'insurance'),
      (3, 'Proof of residence', 'stipulation'),
      (4, 'Confirm employment by phone', null),
      (5, 'Signed agreement to furnish insurance', 'insurance'),
      (6, 'Corrected odometer on the contract', null),
      (7, 'Copy of the driver’s license, both sides', 'photo_id')) s (nth, text, type) on s.nth = w.nth`.execute(
    tx,
  );
}
