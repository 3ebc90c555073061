import { sql } from 'kysely';
import {
  type DemoLead,
  demoLeads,
  type Prospect,
  type Sale,
} from '../../../db/demo/leads/leads.ts';
import { demoMembers, demoSources } from '../../../db/demo/leads/sources.ts';
import { stream } from '../../../db/demo/random.ts';
import { demoModels } from '../../../db/demo/stock/models.ts';
import type { Store } from '../../platform/contract/access.ts';
import { storeNames } from '../../platform/contract/names.ts';
import type { AnyTables, Db } from '../../platform/server/db/database.ts';
import { getTimezone } from '../organization/server/public.ts';
import { seedDeliveries } from './demo-deliveries.ts';
import { carColumns, type Interest } from './server/public.ts';

type IdOf = (username: string) => number;

const batchRows = 1_000;

/** Seeds a year of leads. `idOf` returns the id of a username. */
export async function seedLeads(tx: Db<AnyTables>, asOf: Date, idOf: IdOf): Promise<void> {
  const timezone = await getTimezone(tx);
  const [prospects, sales, stock] = [
    await findProspects(tx),
    await findSales(tx),
    await findStock(tx),
  ];
  const leads = demoLeads({ prospects, sales, asOf, timezone });
  const sources = await insert(
    tx,
    'lead_sources',
    demoSources.map((source) => ({ ...source, created_by: idOf('admin') })),
  );
  await addMembers(tx, leads, idOf);
  const names = await findNames(tx);
  const ids = await insert(
    tx,
    'leads',
    leads.map((lead, at) => rowOf(lead, { idOf, sources, interests: wantedBy(lead, at, stock) })),
  );
  await insert(
    tx,
    'lead_events',
    leads.flatMap((lead, at) => eventsOf(lead, ids[at], { idOf, names })),
  );
  await addAppointments(tx, { leads, ids, idOf });
  await seedDeliveries(tx, asOf);
}

interface Seeded {
  leads: readonly DemoLead[];
  ids: readonly number[];
  idOf: IdOf;
}

/** What open leads wait for also stands in the record of their customer. */
async function addAppointments(tx: Db<AnyTables>, { leads, ids, idOf }: Seeded): Promise<void> {
  const waiting = leads.flatMap((lead, at) =>
    lead.status === 'appointment' ? [{ lead, id: ids[at] }] : [],
  );
  for (const { lead, id } of waiting) {
    const by = idOf(lead.assignee);
    const row = { customer_id: lead.customer, store: lead.store, kind: 'sales', status: 'set' };
    const appointment = await tx
      .insertInto('customer_appointments')
      .values({ ...row, starts_at: lead.appointmentAt, assigned_to: by, created_by: by })
      .returning('id')
      .executeTakeFirstOrThrow();
    const setAt = lead.steps.findLast(({ to }) => to === 'appointment')?.at;
    await tx
      .insertInto('customer_appointment_steps')
      .values({ appointment_id: appointment.id, status: 'set', at: setAt, author_id: by })
      .execute();
    await tx
      .updateTable('leads')
      .set({ appointment_id: appointment.id })
      .where('id', '=', id)
      .execute();
  }
}

async function findNames(tx: Db<AnyTables>): Promise<Map<number, string>> {
  const rows = await tx.selectFrom('users').select(['id', 'shown_name']).execute();
  return new Map(rows.map((row) => [row.id, row.shown_name]));
}

async function findProspects(tx: Db<AnyTables>): Promise<Prospect[]> {
  const { rows } = await sql<Prospect>`
    select c.id as customer, s.store from customers c join customer_stores s on s.customer_id = c.id
    where c.merged_into_id is null and not c.do_not_contact order by c.id, s.store`.execute(tx);
  return rows;
}

/** A customer’s latest sale at a store, at noon of its day. */
async function findSales(tx: Db<AnyTables>): Promise<Sale[]> {
  const { rows } = await sql<Sale>`
    select distinct on (customer_id, store) customer_id as customer, store,
      signed_on + interval '18 hours' as "signedAt"
    from deals where signed_on is not null and signed_on < now() - interval '2 days'
    order by customer_id, store, signed_on desc`.execute(tx);
  return rows;
}

type Car = Interest & { store: Store };

async function findStock(tx: Db<AnyTables>): Promise<Car[]> {
  const { rows } = await sql<Car>`
    select store, id as "vehicleId", case when condition = 'new' then 'new' else 'used' end as condition,
      year, make, model, trim, stock_number as "stockNumber", vin
    from stock_vehicles where status = 'frontline' order by id`.execute(tx);
  return rows;
}

const newestYear = Math.max(...demoModels.map(([, , , , , [, latest]]) => latest));

/** Open leads are about a stock vehicle; older ones about a model. */
function wantedBy(
  { store, status, steps }: DemoLead,
  at: number,
  stock: readonly Car[],
): Interest[] {
  const random = stream('leads-cars', at);
  const isOver = ['sold', 'lost', 'duplicate'].includes(steps.at(-1)?.to ?? status);
  const here = stock.filter((car) => car.store === store);
  if (!isOver && here.length > 0) {
    const { store: _, ...car } = random.pick(here);
    return [car];
  }
  const made = demoModels.filter(([make]) => make === storeNames[store]);
  const [make, , model, , trim, [oldest, latest]] = random.pick(made);
  const year = random.int(oldest, latest);
  const condition = year === newestYear ? 'new' : 'used';
  return [{ vehicleId: null, condition, year, make, model, trim, stockNumber: '', vin: '' }];
}

async function addMembers(tx: Db<AnyTables>, leads: readonly DemoLead[], idOf: IdOf) {
  const rows = Object.entries(demoMembers).flatMap(([store, names]) =>
    names.map((name) => ({
      store,
      user_id: idOf(name),
      last_assigned_at:
        leads.findLast((lead) => lead.store === store && lead.assignee === name)?.receivedAt ??
        null,
    })),
  );
  await tx.insertInto('lead_routing_members').values(rows).execute();
}

async function insert(tx: Db<AnyTables>, table: string, rows: object[]): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < rows.length; at += batchRows) {
    const some = rows.slice(at, at + batchRows);
    const made = await tx.insertInto(table).values(some).returning('id').execute();
    ids.push(...made.map(({ id }) => id as number));
  }
  return ids;
}

interface Around {
  idOf: IdOf;
  sources: readonly number[];
  interests: Interest[];
}

/** Walk-ins and calls are created by the employee who handled them. */
const isByHand = ({ type }: DemoLead) => type !== 'internet';

function rowOf(lead: DemoLead, { idOf, sources, interests }: Around) {
  const { steps, assignee, source } = lead;
  const atOf = (status: string) => steps.find(({ to }) => to === status)?.at ?? null;
  return {
    client_id: lead.clientId,
    store: lead.store,
    customer_id: lead.customer,
    type: lead.type,
    source_id: source === null ? null : sources[source],
    status: lead.status,
    lost_reason: lead.lostReason,
    assignee_id: idOf(assignee),
    ...carColumns(interests),
    comments: lead.comments,
    received_at: lead.receivedAt,
    due_at: lead.dueAt,
    late_at: lead.lateAt,
    // The clock of the demo group stops at the first attempt.
    answered_at: lead.attemptedAt,
    answer_seconds: lead.attemptSeconds,
    attempted_at: lead.attemptedAt,
    attempt_seconds: lead.attemptSeconds,
    contacted_at: lead.contactedAt,
    contact_seconds: lead.contactSeconds,
    appointment_at: lead.appointmentAt,
    appointment_set_at: atOf('appointment'),
    no_show_at: lead.noShowAt,
    showed_at: lead.type === 'walk_in' ? lead.receivedAt : atOf('showed'),
    sold_at: atOf('sold'),
    is_remote: lead.isRemote,
    last_at: steps.at(-1)?.at ?? lead.responses.at(-1)?.at ?? lead.receivedAt,
    created_by: isByHand(lead) ? idOf(assignee) : null,
  };
}

interface Cast {
  idOf: IdOf;
  names: ReadonlyMap<number, string>;
}

function eventsOf(lead: DemoLead, id: number | undefined, { idOf, names }: Cast) {
  const { receivedAt, lateAt, responses, steps } = lead;
  const source = lead.source === null ? null : (demoSources[lead.source]?.name ?? null);
  const by = idOf(lead.assignee);
  const event = (kind: string, at: Date, author_id: number | null, data: object) => ({
    lead_id: id,
    kind,
    at,
    author_id,
    client_id: null as string | null,
    data: JSON.stringify(data),
  });
  const answers = responses.map(({ clientId, how, outcome, at }, place) => {
    if (how === 'visit') {
      return event('visit', at, by, { step: 'arrived', result: null, detail: '' });
    }
    const note = place === responses.length - 1 ? lead.note : '';
    return { ...event('answered', at, by, { how, outcome, note }), client_id: clientId };
  });
  const appointmentAt = lead.appointmentAt?.toISOString() ?? null;
  return [
    event('received', receivedAt, isByHand(lead) ? by : null, { source }),
    event('assigned', receivedAt, null, { to: names.get(by) ?? null, inTurn: true }),
    ...(lateAt ? [event('late', lateAt, null, {})] : []),
    ...answers,
    ...steps.map(({ from, to, at, isNoShow }) =>
      isNoShow
        ? event('no_show', at, by, { appointmentAt })
        : event('status', at, by, { from, to, reason: null }),
    ),
  ];
}
