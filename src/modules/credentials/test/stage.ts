import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { addDays, dateAt } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { type DealStage, openDealStage } from '../../deals/test/stage.ts';
import { getTimezone } from '../../organization/server/public.ts';
import type { NewUser } from '../../people/server/public.ts';
import type { Credential, EmployeeCredentials } from '../contract/credential.ts';
import { listKinds } from '../contract/kinds.ts';
import * as calls from '../contract.ts';

export interface CredentialStage extends DealStage {
  /** HR of all stores. */
  hr: StageUser;
  addHr(overrides?: Partial<NewUser>): Promise<StageUser>;
  setManager(userId: number, managerId: number | null): Promise<void>;
  /** A day so many days from today, in the group’s time zone. */
  day(days: number): string;
}

export async function openCredentialStage(): Promise<CredentialStage> {
  const base = await openDealStage();
  const { db } = base.platform;
  const today = dateAt(await getTimezone(db), Date.now());
  const addHr = (overrides: Partial<NewUser> = {}) =>
    base.addUser({
      department: 'hr',
      storeAccess: ['all'],
      pagePermissions: ['hr'],
      featurePermissions: ['view_data', 'manage_users'],
      ...overrides,
    });
  return {
    ...base,
    addHr,
    hr: await addHr(),
    async setManager(userId, managerId) {
      await sql`update employees set manager_id = ${managerId} where user_id = ${userId}`.execute(
        db,
      );
    },
    day: (days) => addDays(today, days),
  };
}

export async function kindId({ client }: StageUser, name: string): Promise<number> {
  const { body } = await client.call(listKinds);
  const kind = body.kinds.find((one) => one.name === name);
  if (!kind) throw new Error(`No kind ${name}`);
  return kind.id;
}

export const license = 'Salesperson license';
export const driver = 'Driver license';
export const firstAid = 'First aid and CPR';

export interface Entry {
  kind?: string;
  store?: 'ford' | 'hyundai' | null;
  expiresOn: string | null;
  [fact: string]: unknown;
}

/** By default a driver license. */
export async function tryAdd(by: StageUser, userId: number, { kind = driver, ...entry }: Entry) {
  const body = { clientId: randomUUID(), userId, kindId: await kindId(by, kind), ...entry };
  return by.client.call(calls.addCredential, { body: body as never });
}

/** The credential of this kind, as the one who added it sees it. */
export async function add(by: StageUser, userId: number, entry: Entry): Promise<Credential> {
  const { status, body } = await tryAdd(by, userId, entry);
  if (status !== 201) throw new Error(`Not added: ${JSON.stringify(body)}`);
  const { kind = driver, store = null } = entry;
  return pick(body, kind, store);
}

export function pick(
  { credentials }: EmployeeCredentials,
  kind = driver,
  store: string | null = null,
): Credential {
  const found = credentials.find((one) => one.kind.name === kind && one.store === store);
  if (!found) throw new Error(`No ${kind}`);
  return found;
}

/** Until so many statements wait for a lock. */
export const untilWaiting = ({ platform: { db } }: CredentialStage, count: number) =>
  expect
    .poll(
      async () => {
        // Not within a transaction: there, this view stays as it was when first read.
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows.length;
      },
      { timeout: 10_000 },
    )
    .toBe(count);

export const fetchOf = ({ client }: StageUser, userId: number) =>
  client.call(calls.getEmployeeCredentials, { params: { userId } });

export const renew = ({ client }: StageUser, { id, version }: Credential, facts: object) =>
  client.call(calls.renewCredential, {
    params: { credentialId: id },
    body: { clientId: randomUUID(), version, ...facts } as never,
  });

export const decide = (
  { client }: StageUser,
  { id, version, submitted }: Credential,
  decision: { verify: boolean; reason?: string },
) =>
  client.call(calls.decideSubmission, {
    params: { credentialId: id },
    body: { version, termId: submitted?.id ?? 0, ...decision },
  });
