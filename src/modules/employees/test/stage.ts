import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { addDays, dateAt } from '../../../platform/contract/wallTime.ts';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { getTimezone } from '../../organization/server/public.ts';
import type { NewUser } from '../../people/server/public.ts';
import { getEmployee } from '../contract/employee.ts';
import { claimPrivateAccess, grantPrivateAccess } from '../contract/private.ts';
import { changeJob, issueEquipment, proposeChange } from '../contract/writing.ts';

export interface EmployeeStage extends AdminStage {
  /** An employee of the Ford store without permissions. */
  addEmployee(overrides?: Partial<NewUser>): Promise<StageUser>;
  /** Writes in HR for all stores, and is of its department. */
  addHr(overrides?: Partial<NewUser>): Promise<StageUser>;
  /** Everything an administrator can be given. */
  addAdmin(overrides?: Partial<NewUser>): Promise<StageUser>;
  /** Days before or after today in the group’s time zone. */
  day(days: number): string;
}

export const hrRights = {
  role: 'manager',
  department: 'hr',
  storeAccess: ['all'],
  pagePermissions: ['hr'],
  featurePermissions: ['view_data', 'manage_users'],
} satisfies Partial<NewUser>;

export const everything = {
  role: 'admin',
  department: 'it',
  storeAccess: ['all'],
  pagePermissions: ['all'],
  featurePermissions: ['all'],
} satisfies Partial<NewUser>;

export async function openEmployeeStage(
  options: { database?: 'demo' | 'empty' } = { database: 'empty' },
): Promise<EmployeeStage> {
  const base = await openAdminStage({}, options);
  const today = dateAt(await getTimezone(base.platform.db), Date.now());
  return {
    ...base,
    addEmployee: (overrides = {}) => base.addUser({ storeAccess: ['ford'], ...overrides }),
    addHr: (overrides = {}) => base.addUser({ ...hrRights, ...overrides }),
    addAdmin: (overrides = {}) => base.addUser({ ...everything, ...overrides }),
    day: (days) => addDays(today, days),
  };
}

const at = (user: StageUser) => ({ params: { employeeId: user.id } });

/** The employee’s page as this person gets it. */
export const open = ({ client }: StageUser, about: StageUser) =>
  client.call(getEmployee, at(about));

export async function fileOf(reader: StageUser, about: StageUser) {
  const { status, body } = await open(reader, about);
  if (status !== 200 || !body.file) throw new Error(`No file: ${JSON.stringify(body)}`);
  return body.file;
}

const noJob = { jobTitle: null, store: 'ford', department: 'sales', managerId: null } as const;

/** Records a job, by default at once. */
export async function setJob(
  stage: EmployeeStage,
  hr: StageUser,
  about: StageUser,
  job: Partial<Parameters<typeof bodyOf>[1]> = {},
) {
  const { version } = await fileOf(hr, about);
  const body = bodyOf(stage, { version, ...job });
  return hr.client.call(changeJob, { ...at(about), body });
}

interface JobBody {
  version: number;
  effectiveOn?: string;
  reason?: string;
  jobTitle?: string | null;
  store?: 'ford' | 'hyundai' | 'chevrolet' | null;
  department?: 'sales' | 'service' | null;
  managerId?: number | null;
}

const bodyOf = (stage: EmployeeStage, job: JobBody) => ({
  ...noJob,
  effectiveOn: stage.day(0),
  reason: 'Promotion',
  ...job,
});

export const report = async (
  stage: EmployeeStage,
  hr: StageUser,
  about: StageUser,
  manager: StageUser | null,
) => setJob(stage, hr, about, { managerId: manager?.id ?? null });

export const issue = (
  hr: StageUser,
  about: StageUser,
  issuedOn: string,
  names: readonly string[] = ['Laptop'],
  clientId: string = randomUUID(),
) =>
  hr.client.call(issueEquipment, {
    ...at(about),
    body: {
      clientId,
      issuedOn,
      items: names.map((name) => ({ kind: 'device' as const, name, serial: `SN ${name}` })),
    },
  });

type Change = Parameters<typeof propose>[1];
export const propose = (
  { client }: StageUser,
  change: NonNullable<Parameters<typeof client.call<typeof proposeChange>>[1]>['body']['change'],
  clientId: string = randomUUID(),
) => client.call(proposeChange, { body: { clientId, change } });

export const newContact = {
  group: 'contact',
  privatePhone: '(316) 555-0142',
  privateEmail: 'Nora@Home.example',
  address: { line1: '12 Maple St', city: 'Wichita', state: 'ks', zip: '67202' },
} satisfies Change;

export const oneContact = {
  group: 'emergency',
  contacts: [{ name: 'Alex Novak', relation: 'Spouse', phone: '316 555 0143' }],
} satisfies Change;

/** HR with private access: claimed, or given by who claimed it. */
export async function addHolder(stage: EmployeeStage, by?: StageUser): Promise<StageUser> {
  const holder = await stage.addHr();
  const { status } = by
    ? await by.client.call(grantPrivateAccess, { body: { userId: holder.id } })
    : await holder.client.call(claimPrivateAccess);
  if (status !== 200) throw new Error(`No private access: ${status}`);
  return holder;
}

/** Ends everyone’s private access, as if no one ever had it. */
export const endAllAccess = (stage: EmployeeStage) =>
  sql`update employee_private_access set ended_at = now() where ended_at is null`.execute(
    stage.platform.db,
  );

/** What the activity log has about this person by actions of this module. */
export async function actsOn(stage: EmployeeStage, { id }: StageUser) {
  return (await stage.log(id)).map(({ action, actor_id, before, after }) => ({
    action,
    actorId: actor_id,
    before,
    after,
  }));
}
