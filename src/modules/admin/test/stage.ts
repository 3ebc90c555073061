import { createHash, randomBytes } from 'node:crypto';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import { hashPassword, ownPasswordSetting, setPasswordHash } from '../../access/server/public.ts';
import type { AccessTables } from '../../access/server/tables.ts';
import type { ActivityRow, ActivityTables } from '../../activity/server/tables.ts';
import { changeSetting } from '../../organization/server/public.ts';
import type { User } from '../../people/contract.ts';
import { createUser, type NewUser, type PersonRow } from '../../people/server/public.ts';

export interface StageUser {
  id: number;
  username: string;
  client: Client;
}

/** A test server with the demo group, and helpers to add users. */
export interface AdminStage extends TestForecourt {
  /** A signed-in user; an employee without permissions by default. */
  addUser(overrides?: Partial<NewUser>): Promise<StageUser>;
  /** Another session of the same person. */
  openSession(id: number): Promise<Client>;
  row(id: number): Promise<PersonRow>;
  /** The log entries about this person, oldest first. */
  log(id: number): Promise<ActivityRow[]>;
  admin: StageUser;
}

export const password = 'a long enough password';
const hash = hashPassword(password);
let count = 0;

interface Options {
  database?: 'demo' | 'empty';
  /** Whether passwords set by administrators must be changed; null: the stored setting. */
  ownPassword?: boolean | null;
}

export async function openAdminStage(
  env: Record<string, string> = {},
  { database = 'demo', ownPassword = true }: Options = {},
): Promise<AdminStage> {
  const forecourt = await startForecourt({ env, database });
  if (ownPassword !== null) {
    await changeSetting(forecourt.platform.db, ownPasswordSetting, ownPassword);
  }
  const db: Db<AccessTables & ActivityTables> = forecourt.platform.db;
  const signIn = async (userId: number) => {
    const token = randomBytes(32).toString('base64url');
    const token_hash = createHash('sha256').update(token).digest();
    const expires_at = new Date(Date.now() + 3_600_000);
    await db
      .insertInto('sessions')
      .values({ user_id: userId, token_hash, expires_at, user_agent: 'Test', ip: '127.0.0.1' })
      .execute();
    return Object.assign(forecourt.client(), { cookie: `forecourt=${token}` });
  };
  const addUser = async (overrides: Partial<NewUser> = {}): Promise<StageUser> => {
    count += 1;
    const person = { ...newEmployee(count), ...overrides };
    const { id, username } = await createUser(db, person);
    await setPasswordHash(db, id, await hash);
    return { id, username, client: await signIn(id) };
  };
  return {
    ...forecourt,
    addUser,
    openSession: signIn,
    row: (id) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    log: (id) =>
      db
        .selectFrom('activity_log')
        .selectAll()
        .where('subject_id', '=', String(id))
        .orderBy('id')
        .execute(),
    admin: await addUser({ role: 'admin', firstName: 'Ada', lastName: 'Admin' }),
  };
}

const newEmployee = (n: number): NewUser => ({
  firstName: 'Nora',
  lastName: `Novak ${n}`,
  username: `nora${n}`,
  email: `nora${n}@larkfield.example`,
  role: 'employee',
  department: 'sales',
  storeAccess: [],
  pagePermissions: [],
  featurePermissions: [],
});

/** The request body of a new account. */
export function accountBody(overrides: Record<string, unknown> = {}) {
  count += 1;
  return { ...newEmployee(count), isActive: true, password, ...overrides };
}

/** Only the permissions of a record. */
export const rightsOf = ({ pagePermissions, featurePermissions, storeAccess }: User) => ({
  pagePermissions,
  featurePermissions,
  storeAccess,
});
