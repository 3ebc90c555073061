import fs from 'node:fs/promises';
import path from 'node:path';
import {
  demoPassword,
  hasDemoPassword,
  hashPassword,
  offerFirstSignIn,
  ownPasswordSetting,
  setPasswordHash,
} from '../modules/access/server/public.ts';
import { changeSetting, timezoneSetting } from '../modules/organization/server/public.ts';
import { createUser } from '../modules/people/server/public.ts';
import { exposedBy } from '../platform/server/config/exposure.ts';
import type { AnyTables, Db } from '../platform/server/db/database.ts';
import type { Platform } from '../platform/server/platform.ts';

/** Seeds demo data into an empty database, where enabled. */
export async function seedFirstStart(platform: Platform): Promise<void> {
  const { db, config, log } = platform;
  if (config.seed !== 'demo') return;
  const anyUser = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (anyUser) return;
  await seedDemo(db, new Date(), platform);
  log.info('Seeded demo data');
}

/**
 * While no one can sign in, every start creates a one-time link for the first administrator. It is written to a
 * file that only the server's account can read, because server output ends up in logs.
 */
export async function inviteFirstAdministrator(platform: Platform): Promise<void> {
  const link = await offerFirstSignIn(platform.db);
  const file = path.join(platform.config.dataDir, 'first-administrator.txt');
  await fs.rm(file, { force: true });
  if (!link) return;
  await fs.writeFile(file, `${platform.publicUrl()}${link}\n`, { flag: 'wx', mode: 0o600 });
  process.stdout.write(
    `The first administrator is "admin". The link to choose a password is in ${file} and good for 60 minutes.\n`,
  );
}

/**
 * All demo data or none: an interrupted start leaves an empty database behind. Without `services`, protected slips
 * have expired, there are no documents and no pay, and the time zone is the default.
 */
export async function seedDemo(
  db: Db<AnyTables>,
  asOf: Date,
  services: Pick<Platform, 'secrets' | 'storage' | 'jobs'> | null = null,
): Promise<void> {
  // Loaded only when needed: most starts find existing users.
  const { seedLastActivity } = await import('./demo-last-activity.ts');
  const { seedTalk } = await import('./demo-talk.ts');
  const { seedNotes } = await import('../modules/notes/demo.ts');
  const { seedCredentials } = await import('../modules/credentials/demo.ts');
  const { seedCustomers } = await import('../modules/customers/demo.ts');
  const { seedDeals } = await import('../modules/deals/demo.ts');
  const { seedDocuments } = await import('../modules/documents/demo.ts');
  const { seedEmployees } = await import('../modules/employees/demo.ts');
  const { seedHours } = await import('../modules/time-clock/demo.ts');
  const { seedJackets } = await import('../modules/jackets/demo.ts');
  const { seedKiosks } = await import('../modules/kiosk/demo.ts');
  const { seedLeads } = await import('../modules/leads/demo.ts');
  const { seedMonthLocks } = await import('../modules/month-locks/demo.ts');
  const { seedPayroll } = await import('../modules/payroll/demo.ts');
  const { seedOnboarding } = await import('../modules/onboarding/demo.ts');
  const { seedOrders } = await import('../modules/repair-orders/demo.ts');
  const { seedRecruiting } = await import('../modules/recruiting/demo.ts');
  const { seedSchedules } = await import('../modules/schedules/demo.ts');
  const { seedShowroom } = await import('../modules/showroom/demo.ts');
  const { seedTimeOff } = await import('../modules/time-off/demo.ts');
  const { timeOffHours } = await import('../modules/time-off/server/public.ts');
  const { seedStock } = await import('../modules/vehicles/demo.ts');
  const { demoPeople } = await import('../../db/demo/people.ts');
  const { demoShortcuts } = await import('../../db/demo/shortcuts.ts');
  const hash = await hashPassword(demoPassword);
  await db.transaction().execute(async (tx) => {
    const ids = new Map<string, number>();
    for (const { key, lastSignInHoursAgo, ...person } of demoPeople()) {
      const lastLoginAt =
        lastSignInHoursAgo === null
          ? null
          : new Date(asOf.getTime() - lastSignInHoursAgo * 3_600_000);
      const { id } = await createUser(tx, { ...person, lastLoginAt });
      ids.set(key, id);
      // A bot never signs in, so it has no password.
      if (person.protection !== 'system_bot') await setPasswordHash(tx, id, hash);
    }
    // Visitors of the demo set passwords and sign in with them at once.
    await changeSetting(tx as Db<AnyTables>, ownPasswordSetting, false);
    // The stores are in Kansas; what follows reads the zone.
    if (services) await changeSetting(tx as Db<AnyTables>, timezoneSetting, 'America/Chicago');
    await seedEmployees(
      tx as Db<AnyTables>,
      asOf,
      (username) => idOf(ids, username),
      services?.secrets ?? null,
    );
    await seedHours(tx, asOf, (username) => idOf(ids, username));
    await seedTimeOff(tx as Db<AnyTables>, asOf, (username) => idOf(ids, username));
    await seedPayroll(tx as Db<AnyTables>, asOf, (username) => idOf(ids, username), timeOffHours);
    await seedKiosks(tx, asOf, (username) => idOf(ids, username), services?.secrets ?? null);
    await tx.insertInto('shortcuts').values(demoShortcuts()).execute();
    await seedStock(tx, asOf, (username) => idOf(ids, username));
    await seedNotes(tx as Db<AnyTables>, asOf, (username) => idOf(ids, username));
    await seedCustomers(tx as Db<AnyTables>, asOf, (username) => idOf(ids, username));
    await seedDeals(tx as Db<AnyTables>, asOf, (username) => idOf(ids, username));
    await seedLeads(tx as Db<AnyTables>, asOf, (username) => idOf(ids, username));
    await seedShowroom(tx as Db<AnyTables>, asOf, (username) => idOf(ids, username));
    await seedOrders(tx as Db<AnyTables>, asOf, (username) => idOf(ids, username));
    await seedSchedules(tx as Db<AnyTables>, asOf, (username) => idOf(ids, username));
    await seedJackets(tx as Db<AnyTables>, asOf, (username) => idOf(ids, username));
    await seedCredentials(
      tx as Db<AnyTables>,
      asOf,
      (username) => idOf(ids, username),
      services?.secrets ?? null,
    );
    await seedRecruiting(tx as Db<AnyTables>, asOf, (username) => idOf(ids, username));
    await seedMonthLocks(tx as Db<AnyTables>, asOf, (username) => idOf(ids, username));
    await seedOnboarding(tx as Db<AnyTables>, asOf, (username) => idOf(ids, username));
    await seedLastActivity(tx as Db<AnyTables>, asOf);
    await seedTalk(
      tx as Db<AnyTables>,
      asOf,
      (username) => idOf(ids, username),
      services?.secrets ?? null,
    );
    if (services) await seedDocuments(tx as Db<AnyTables>, asOf, services);
  });
}

function idOf(ids: Map<string, number>, username: string): number {
  const id = ids.get(username);
  if (id === undefined) throw new Error(`The demo data has no user ${username}`);
  return id;
}

/** The demo password is public, so a server that uses it must only be reachable locally. */
export async function refuseKnownPasswords({
  config,
  db,
}: Pick<Platform, 'config' | 'db'>): Promise<void> {
  if (config.allowDemoAccountsOnNetwork) return;
  const why = exposedBy(config) ?? (config.production ? 'NODE_ENV is production' : null);
  if (!why || !(await hasDemoPassword(db))) return;
  throw new Error(
    `${why}, but the demo accounts here have a published password: unset it, ` +
      'start with a fresh DATA_DIR, or set ALLOW_DEMO_ACCOUNTS_ON_NETWORK=1.',
  );
}
