import { sql } from 'kysely';
import { dateAt } from '../../../platform/contract/wallTime.ts';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { getTimezone } from '../../organization/server/public.ts';
import type { NewUser } from '../../people/server/public.ts';
import { type Run, startRun } from '../contract.ts';

export interface OnboardingStage extends AdminStage {
  /** HR of all stores. */
  hr: StageUser;
  /** The manager of `employee`. */
  manager: StageUser;
  employee: StageUser;
  /** A colleague at the same store, without any rights in HR. */
  colleague: StageUser;
  addHr(overrides?: Partial<NewUser>): Promise<StageUser>;
  /** Works at Ford with customers, below the manager unless another is given. */
  addEmployee(overrides?: Partial<NewUser>, managerId?: number): Promise<StageUser>;
  timezone: string;
  today: string;
}

const staff = {
  storeAccess: ['ford'],
  pagePermissions: ['customer_management', 'fleet_operations'],
  featurePermissions: ['view_data', 'create_records'],
} satisfies Partial<NewUser>;

export async function openOnboardingStage(): Promise<OnboardingStage> {
  const base = await openAdminStage({}, { ownPassword: false });
  const { db } = base.platform;
  const timezone = await getTimezone(db);
  const addHr = (overrides: Partial<NewUser> = {}) =>
    base.addUser({
      role: 'manager',
      department: 'hr',
      storeAccess: ['all'],
      pagePermissions: ['hr'],
      featurePermissions: ['view_data', 'manage_users'],
      ...overrides,
    });
  const manager = await base.addUser({ ...staff, role: 'manager', firstName: 'Mona' });
  const addEmployee = async (overrides: Partial<NewUser> = {}, managerId = manager.id) => {
    const added = await base.addUser({ ...staff, ...overrides });
    await sql`update employees set manager_id = ${managerId}, job_title = 'Salesperson',
      hired_on = current_date - 400 where user_id = ${added.id}`.execute(db);
    return added;
  };
  // As a group starts; the demo group began later.
  await sql`update jacket_requirements set since = current_date - 90`.execute(db);
  return {
    ...base,
    admin: await base.addUser({ role: 'admin', storeAccess: ['all'], firstName: 'Ida' }),
    addHr,
    addEmployee,
    hr: await addHr({ firstName: 'Hedda' }),
    manager,
    employee: await addEmployee({ firstName: 'Emil' }),
    colleague: await addEmployee({ firstName: 'Cora' }),
    timezone,
    today: dateAt(timezone, Date.now()),
  };
}

export const dayFrom = (today: string, days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

export const startBody = (overrides: object = {}) =>
  ({ clientId: crypto.randomUUID(), kind: 'onboarding', ...overrides }) as never;

export async function start(
  { hr, today }: Pick<OnboardingStage, 'hr' | 'today'>,
  overrides: object,
): Promise<Run> {
  const response = await hr.client.call(startRun, {
    body: startBody({ day: today, ...overrides }),
  });
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body as Run;
}

/** The id of a checklist of the demo group. */
export async function templateOf(stage: OnboardingStage, name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from onboarding_templates where name = ${name}`.execute(stage.platform.db);
  return rows[0]?.id ?? 0;
}

export const itemOf = ({ items }: Run, title: string) => {
  const item = items.find((one) => one.title === title);
  if (!item) throw new Error(`No item ${title}`);
  return item;
};
