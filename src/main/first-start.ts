import {
  hashPassword,
  offerFirstSignIn,
  setPasswordHash,
  verifyPassword,
} from '../modules/access/server/public.ts';
import { createUser } from '../modules/people/server/public.ts';
import type { AnyTables, Db } from '../platform/server/db/database.ts';
import type { Platform } from '../platform/server/platform.ts';
import type { Secrets } from '../platform/server/secrets/secrets.ts';

export const demoPassword = 'forecourt-demo';
const demoDomain = '@larkfield.example';

/** Moves the demo group into an empty database, where it is wanted. */
export async function seedFirstStart({ db, config, log, secrets }: Platform): Promise<void> {
  if (config.seed !== 'demo') return;
  const anybody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (anybody) return;
  await seedDemo(db, new Date(), secrets);
  log.info('The demo group moved in');
}

/** As long as nobody can sign in, every start prints a one-time link for the first administrator. */
export async function inviteFirstAdministrator(platform: Platform): Promise<void> {
  const path = await offerFirstSignIn(platform.db);
  if (!path) return;
  const link = `${platform.publicUrl()}${path}`;
  process.stdout.write(`The first administrator is "admin". Choose a password at ${link}\n`);
}

/**
 * The whole demo group or nothing of it: a start that is cut off leaves an empty database behind. Without
 * `secrets` what they have protected has expired.
 */
export async function seedDemo(
  db: Db<AnyTables>,
  asOf: Date,
  secrets: Secrets | null = null,
): Promise<void> {
  // Loaded only where it is needed: most starts find people.
  const { seedTalk } = await import('./demo-talk.ts');
  const { seedNotes } = await import('./demo-notes.ts');
  const { seedCustomers } = await import('./demo-customers.ts');
  const { seedDeals } = await import('./demo-deals.ts');
  const { seedHours } = await import('./demo-hours.ts');
  const { seedLeads } = await import('./demo-leads.ts');
  const { seedOrders } = await import('./demo-orders.ts');
  const { seedStock } = await import('./demo-stock.ts');
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
      // A bot never signs in, so it has nothing to sign in with.
      if (person.protection !== 'system_bot') await setPasswordHash(tx, id, hash);
    }
    await seedHours(tx, asOf, (username) => idOf(ids, username));
    await tx.insertInto('shortcuts').values(demoShortcuts()).execute();
    await seedStock(tx, asOf, (username) => idOf(ids, username));
    await seedNotes(tx as Db<AnyTables>, asOf, (username) => idOf(ids, username));
    await seedCustomers(tx as Db<AnyTables>, asOf, (username) => idOf(ids, username));
    await seedDeals(tx as Db<AnyTables>, asOf, (username) => idOf(ids, username));
    await seedLeads(tx as Db<AnyTables>, asOf, (username) => idOf(ids, username));
    await seedOrders(tx as Db<AnyTables>, asOf, (username) => idOf(ids, username));
    await seedTalk(tx as Db<AnyTables>, asOf, (username) => idOf(ids, username), secrets);
  });
}

function idOf(ids: Map<string, number>, username: string): number {
  const id = ids.get(username);
  if (id === undefined) throw new Error(`The demo group has no ${username}`);
  return id;
}

/** Everybody knows the demo password, so a server that holds it stays on this machine. */
export async function refuseKnownPasswords({ config, db }: Platform): Promise<void> {
  const loopback = ['127.0.0.1', '::1', 'localhost'].includes(config.host);
  if (loopback || config.allowDemoAccountsOnNetwork) return;
  const hashes = await db
    .selectFrom('users')
    .innerJoin('credentials', 'credentials.user_id', 'users.id')
    .select('credentials.password_hash')
    .distinct()
    .where('users.email', 'like', `%${demoDomain}`)
    .where('credentials.password_hash', 'is not', null)
    .execute();
  for (const { password_hash } of hashes) {
    if (await verifyPassword(password_hash, demoPassword)) {
      throw new Error(
        `HOST is ${config.host}, but the demo accounts have a known password: keep HOST at 127.0.0.1, ` +
          'set SEED=none on a fresh DATA_DIR, or set ALLOW_DEMO_ACCOUNTS_ON_NETWORK=1.',
      );
    }
  }
}
