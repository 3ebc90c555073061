import { sql } from 'kysely';
import * as dealings from '../../../db/demo/customers/dealings.ts';
import {
  type DemoCustomer,
  demoRoster,
  storeAccountTag,
} from '../../../db/demo/customers/roster.ts';
import { rooftops } from '../../../db/demo/talk/stockroom.ts';
import type { AnyTables, Db } from '../../platform/server/db/database.ts';
import { getTimezone } from '../organization/server/public.ts';
import { noteDuplicates } from './server/public.ts';

type Id = (username: string) => number;

/** Seeds customers and their timelines. `idOf` returns the id of a username. */
export async function seedCustomers(tx: Db<AnyTables>, asOf: Date, idOf: Id): Promise<void> {
  const roster = demoRoster(asOf);
  const ids = await addCustomers(tx, roster, idOf);
  const timezone = await getTimezone(tx);
  const of = <T extends { customer: number; by: string }>({ customer, by, ...rest }: T) => ({
    ...rest,
    customer_id: ids[customer] as number,
    by: idOf(by),
  });
  await addDealings(tx, roster, of);
  await addPlans(tx, { roster, asOf, timezone }, of);
  await addStoreAccounts(tx, asOf, idOf);
  await sql`select refresh_customers(array(select id from customers))`.execute(tx);
  await noteDuplicates(tx, ids);
}

async function addCustomers(tx: Db<AnyTables>, roster: DemoCustomer[], idOf: Id) {
  const admin = idOf('admin');
  const householdIds = new Map<number, number>();
  for (const [householdKey, members] of Map.groupBy(roster, ({ household }) => household)) {
    if (householdKey === null) continue;
    const name = `${members[0]?.lastName} household`;
    const row = { name, created_by: admin };
    const made = await tx.insertInto('customer_households').values(row).returning('id').execute();
    householdIds.set(householdKey, made[0]?.id);
  }
  const rows = roster.map((one) => {
    const [home] = one.stores;
    const by = home?.owner ? idOf(home.owner) : admin;
    return {
      kind: one.kind,
      first_name: one.firstName,
      last_name: one.lastName,
      company: one.company,
      tags: one.tags,
      preferred_channel: one.channel,
      preferred_language: one.language,
      do_not_contact: one.doNotContact,
      household_id: one.household === null ? null : (householdIds.get(one.household) ?? null),
      created_by: by,
      updated_by: by,
      created_at: home?.since,
      updated_at: home?.since,
      last_activity_at: new Date(Math.max(...one.stores.map(({ last }) => last.getTime()))),
    };
  });
  const made = await tx.insertInto('customers').values(rows).returning('id').execute();
  const ids: number[] = made.map(({ id }) => id);
  await addContacts(tx, roster, ids, idOf);
  return ids;
}

/** A customer per store, to whom internal work is charged; no one writes to it. */
async function addStoreAccounts(tx: Db<AnyTables>, asOf: Date, idOf: Id) {
  const admin = idOf('admin');
  const since = new Date(asOf.getTime() - 1_000 * 86_400_000);
  const by = { created_by: admin, updated_by: admin, created_at: since, updated_at: since };
  const stores = Object.entries(rooftops).map(([store, { full }]) => ({ store, full }));
  const made = await tx
    .insertInto('customers')
    .values(
      stores.map(({ full }) => ({
        kind: 'business',
        first_name: '',
        last_name: '',
        company: full,
        ...by,
        tags: [storeAccountTag],
        do_not_contact: true,
        last_activity_at: since,
      })),
    )
    .returning('id')
    .execute();
  const links = stores.map(({ store }, at) => ({
    customer_id: made[at]?.id as number,
    store,
    first_seen_at: since,
    last_activity_at: since,
  }));
  await tx.insertInto('customer_stores').values(links).execute();
}

async function addContacts(tx: Db<AnyTables>, roster: DemoCustomer[], ids: number[], idOf: Id) {
  const each = <T>(toRow: (one: DemoCustomer) => T) =>
    roster.map((one, at) => ({ customer_id: ids[at], place: 1, ...toRow(one) }));
  const phones = each(({ phone, phoneKind }) => ({
    e164: phone,
    kind: phoneKind,
    is_preferred: true,
  }));
  const emails = each(({ email }) => ({ address: email, is_preferred: true }));
  const addresses = each(({ line1, city, zip }) => ({ line1, city, state: 'KS', zip }));
  const stores = roster.flatMap((one, at) =>
    one.stores.map(({ store, owner, since, last }) => ({
      customer_id: ids[at],
      store,
      owner_id: owner === null ? null : idOf(owner),
      first_seen_at: since,
      last_activity_at: last,
    })),
  );
  await tx.insertInto('customer_phones').values(phones).execute();
  await tx.insertInto('customer_emails').values(emails).execute();
  await tx.insertInto('customer_addresses').values(addresses).execute();
  await tx.insertInto('customer_stores').values(stores).execute();
}

type Of = <T extends { customer: number; by: string }>(
  one: T,
) => Omit<T, 'customer' | 'by'> & { customer_id: number; by: number };

async function addDealings(tx: Db<AnyTables>, roster: DemoCustomer[], of: Of) {
  const entries = dealings.demoEntries(roster).map(of);
  await tx
    .insertInto('customer_entries')
    .values(entries.map(({ by, ...entry }) => ({ ...entry, author_id: by })))
    .execute();
  const consents = dealings.demoConsents(roster).map(of);
  await tx
    .insertInto('customer_consents')
    .values(
      consents.map(({ by, ...event }) => ({
        ...event,
        author_id: by,
        wording: `${event.channel}-2026-11`,
      })),
    )
    .execute();
  const garages = dealings.demoGarages(roster).map(of);
  await tx
    .insertInto('customer_vehicles')
    .values(
      garages.map(({ by, mileageAt, purchasedOn, soldByStore, stillOwns, ...car }) => ({
        ...car,
        plate_state: 'KS',
        mileage_at: mileageAt,
        purchased_on: purchasedOn,
        sold_by_store: soldByStore,
        still_owns: stillOwns,
        created_by: by,
      })),
    )
    .execute();
}

interface Day {
  roster: DemoCustomer[];
  asOf: Date;
  timezone: string;
}

async function addPlans(tx: Db<AnyTables>, { roster, asOf, timezone }: Day, of: Of) {
  const tasks = dealings.demoTasks(roster, asOf, timezone).map(of);
  await tx
    .insertInto('customer_tasks')
    .values(
      tasks.map(({ by, dueAt, createdAt, doneAt, ...task }) => ({
        ...task,
        due_at: dueAt,
        created_at: createdAt,
        assigned_to: by,
        created_by: by,
        done_at: doneAt,
        done_by: doneAt === null ? null : by,
      })),
    )
    .execute();
  const appointments = dealings.demoAppointments(roster, asOf, timezone).map(of);
  const made = await tx
    .insertInto('customer_appointments')
    .values(
      appointments.map(({ by, startsAt, setAt, ...appointment }) => ({
        ...appointment,
        starts_at: startsAt,
        assigned_to: by,
        created_by: by,
      })),
    )
    .returning('id')
    .execute();
  const steps = appointments.flatMap(({ by, setAt, startsAt, status }, index) => {
    const step = { appointment_id: made[index]?.id, author_id: by };
    const set = { ...step, status: 'set', at: setAt };
    // Future appointments have been confirmed already.
    const at = startsAt < asOf ? startsAt : new Date(setAt.getTime() + 3_600_000);
    return status === 'set' ? [set] : [set, { ...step, status, at }];
  });
  await tx.insertInto('customer_appointment_steps').values(steps).execute();
}
