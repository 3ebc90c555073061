import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { addDays, type CalendarDate } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { csvFile } from '../../../../platform/server/http/files/csvFile.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { allOf, countUpTo } from '../../../../platform/server/records/queries.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { recordsMatching } from '../../../customers/server/public.ts';
import { exactDealMatches } from '../../../deals/server/public.ts';
import {
  type countTitles as countCall,
  type exportTitles as exportCall,
  type listTitles as listCall,
  type TitleRow,
  tagWarningDays,
  taskNames,
  titleSteps,
} from '../../contract/titles.ts';
import { boardDays } from '../../contract.ts';
import { assertMayExport, titleStoresOf } from '../policy.ts';
import { getToday } from '../records/find.ts';
import type { JacketsDb } from '../tables.ts';
import { joinWork, toTitleWork, type WorkRow, workColumns, workVisibleTo } from './work.ts';

type Filters = ValidOf<typeof countCall>['query'];

interface ListRow extends WorkRow {
  number: string;
  store: Store;
  customer: string;
  vehicle: string;
  stock_number: string;
  vin: string | null;
}

const maxRows = 20_000;

/** One page of the title work, what is due first on top. */
export async function listTitles(
  db: JacketsDb,
  actor: Actor,
  query: ValidOf<typeof listCall>['query'],
): Promise<TitleRow[]> {
  const today = await getToday(db);
  const { rows } = await sql<ListRow>`
    select ${workColumns(today)}, d.number, d.store, c.name as customer, d.vehicle, d.stock_number, d.vin
    from deals d
    join customers named on named.id = d.customer_id
    join customers c on c.id = named.root_id
    ${joinWork}
    where ${whereMatches(actor, query, today)}
    order by work.next_on, d.delivered_on, d.id
    limit ${query.limit} offset ${query.offset}`.execute(db);
  return rows.map((row) => ({
    ...toTitleWork(row, actor, today),
    id: row.deal_id,
    number: row.number,
    store: row.store,
    customer: row.customer,
    vehicle: row.vehicle,
    stockNumber: row.stock_number,
    vin: row.vin,
  }));
}

const scopeConditions = (today: CalendarDate) => ({
  open: sql`work.next_on is not null`,
  overdue: sql`work.next_on < ${today}::date`,
  tags: sql`facts.is_registered and not entered.is_registration_sent
    and entered.tag_expires <= ${addDays(today, tagWarningDays)}::date`,
  done: sql`work.next_on is null`,
  all: undefined,
});

const ofLastYear = (today: CalendarDate) =>
  sql`d.delivered_on >= ${addDays(today, -boardDays)}::date`;

function whereMatches(
  actor: Actor,
  { scope, store, step, q }: Filters,
  today: CalendarDate,
): RawBuilder<boolean> {
  const stores = titleStoresOf(actor);
  return allOf([
    workVisibleTo(actor),
    ofLastYear(today),
    scopeConditions(today)[scope],
    store && sql`d.store = ${store}`,
    step && sql`${step} = any(work.open_steps)`,
    q !== '' &&
      sql`d.id in ${recordsMatching(q, { table: 'deals', stores, exact: exactDealMatches(q) })}`,
  ]);
}

/** Number of deals that match, and of those that are open, overdue and about to lose their tag. */
export async function countTitles(db: JacketsDb, actor: Actor, filters: Filters) {
  const today = await getToday(db);
  const conditions = scopeConditions(today);
  const [count, scopes] = await Promise.all([
    countUpTo(db, sql`from deals d ${joinWork} where ${whereMatches(actor, filters, today)}`),
    sql<{ open: number; overdue: number; tags: number }>`
      select count(*) filter (where ${conditions.open})::integer as open,
        count(*) filter (where ${conditions.overdue})::integer as overdue,
        count(*) filter (where ${conditions.tags})::integer as tags
      from deals d ${joinWork} where ${allOf([workVisibleTo(actor), ofLastYear(today)])}`.execute(
      db,
    ),
  ]);
  return { ...count, scopes: scopes.rows[0] ?? { open: 0, overdue: 0, tags: 0 } };
}

/** The list as CSV, recorded in the activity log. */
export function exportTitles(platform: Platform): Handler<typeof exportCall> {
  const db: JacketsDb = platform.db;
  return async ({ actor, body, ip, noteExported }) => {
    assertMayExport(actor, 'deal');
    const rows = await listTitles(db, actor, { ...body, offset: 0, limit: maxRows });
    await recordActivity(db, {
      actor,
      action: 'titles.exported',
      subject: { type: 'deal', id: null, name: 'Title work' },
      after: { rows: rows.length, ...body },
      ip,
    });
    noteExported(rows.length);
    const lines = rows.map((row) => [
      row.number,
      storeNames[row.store],
      row.customer,
      row.vehicle,
      row.stockNumber,
      row.vin ?? '',
      row.deliveredOn,
      String(row.days),
      row.open.map(({ step, dueOn }) => `${taskNames[step]} by ${dueOn}`).join('; '),
      ...titleSteps.map((step) => dayOf(row, step)),
    ]);
    return csvFile(`titles-${await getToday(db)}.csv`, [
      [
        ...['deal', 'store', 'customer', 'vehicle', 'stock_number', 'vin'],
        ...['delivered_on', 'days_since_delivery', 'open', ...titleSteps],
      ],
      ...lines,
    ]);
  };
}

function dayOf(row: TitleRow, step: (typeof titleSteps)[number]): string {
  const entered = row.steps.find((one) => one.step === step);
  if (!entered) return '';
  return entered.day ?? 'not needed';
}
