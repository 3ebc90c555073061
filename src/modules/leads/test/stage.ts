import { randomUUID } from 'node:crypto';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { createCustomer } from '../../customers/contract/records.ts';
import type { NewUser } from '../../people/server/public.ts';
import type { LeadPage } from '../contract/lead.ts';
import {
  addSource,
  createSourceKey,
  type Hours,
  listLeadRouting,
  setLeadRouting,
} from '../contract/settings.ts';
import type { Status } from '../contract/status.ts';
import { addLead, answerLead, assignLead, getLead, saveLead, setStatus } from '../contract.ts';

export interface LeadStage extends AdminStage {
  /** A salesperson at the Ford store, with these overrides. */
  addEmployee(overrides?: Partial<NewUser>): Promise<StageUser>;
  /** An employee who may manage lead sources at the Ford store. */
  sourceManager: StageUser;
}

export async function openLeadStage(env: Record<string, string> = {}): Promise<LeadStage> {
  const base = await openAdminStage(env);
  const addEmployee = (overrides: Partial<NewUser> = {}) =>
    base.addUser({
      storeAccess: ['ford'],
      department: 'sales',
      pagePermissions: ['customer_management'],
      featurePermissions: ['view_data', 'create_records'],
      ...overrides,
    });
  const pages = ['customer_management' as const, 'system_connectors' as const];
  const sourceManager = await addEmployee({
    role: 'manager',
    department: 'it',
    pagePermissions: pages,
  });
  return { ...base, addEmployee, sourceManager };
}

type Store = 'ford' | 'hyundai';
let count = 0;

export async function addCustomer(
  { client }: StageUser,
  store: Store = 'ford',
  overrides: object = {},
) {
  count += 1;
  const names = { firstName: 'Odalys', lastName: `Wrenfield${count}` };
  const body = { clientId: randomUUID(), store, kind: 'person' as const, ...names, ...overrides };
  const response = await client.call(createCustomer, { body: body as never });
  if (response.status !== 201) throw new Error(`Not added: ${JSON.stringify(response.body)}`);
  return response.body as { id: number; name: string };
}

export const vehicleOf = (overrides: object = {}) => ({
  year: 2024,
  make: 'Ford',
  model: 'Bronco',
  trim: 'Badlands',
  ...overrides,
});

export const leadBody = (customerId: number, overrides: object = {}) => ({
  clientId: randomUUID(),
  store: 'ford' as const,
  customerId,
  type: 'internet' as const,
  interests: [vehicleOf()],
  comments: 'Is it still there?',
  ...overrides,
});

export const tryAdd = ({ client }: StageUser, customerId: number, overrides: object = {}) =>
  client.call(addLead, { body: leadBody(customerId, overrides) as never });

/** A lead without a response. */
export async function add(
  by: StageUser,
  customerId: number,
  overrides: object = {},
): Promise<LeadPage> {
  const response = await tryAdd(by, customerId, overrides);
  if (response.status !== 201) throw new Error(`Not added: ${JSON.stringify(response.body)}`);
  return response.body;
}

export const fetchLead = ({ client }: StageUser, leadId: number) =>
  client.call(getLead, { params: { leadId } });

type LeadVersion = Pick<LeadPage, 'id' | 'version'>;

export const move = (
  { client }: StageUser,
  lead: LeadVersion,
  status: Status,
  overrides: object = {},
) =>
  client.call(setStatus, {
    params: { leadId: lead.id },
    body: { version: lead.version, status, ...overrides } as never,
  });

export const assign = ({ client }: StageUser, lead: LeadVersion, assigneeId: number | null) =>
  client.call(assignLead, {
    params: { leadId: lead.id },
    body: { version: lead.version, assigneeId },
  });

export const answer = ({ client }: StageUser, leadId: number, overrides: object = {}) =>
  client.call(answerLead, {
    params: { leadId },
    body: { clientId: randomUUID(), how: 'call', outcome: 'reached', ...overrides } as never,
  });

export const save = ({ client }: StageUser, lead: LeadPage, overrides: object = {}) =>
  client.call(saveLead, {
    params: { leadId: lead.id },
    body: {
      version: lead.version,
      type: lead.type,
      sourceId: lead.source?.id ?? null,
      interests: lead.interests,
      trade: lead.trade,
      comments: lead.comments,
      ...overrides,
    } as never,
  });

export const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString();

export async function routingOf({ client }: StageUser, store: Store = 'ford') {
  const routing = (await client.call(listLeadRouting)).body.find((one) => one.store === store);
  if (!routing) throw new Error(`No lead routing for ${store}`);
  return routing;
}

export const always: Hours = Array.from({ length: 7 }, () => ({ opens: '00:00', closes: '23:59' }));

/** Changes the lead routing of a store. */
export async function changeRouting(
  by: StageUser,
  overrides: { memberIds?: number[]; limitMinutes?: number; inTurn?: boolean; hours?: Hours },
  store: Store = 'ford',
) {
  const { version, limitMinutes, inTurn, hours, members } = await routingOf(by, store);
  const memberIds = members.map(({ id }) => id);
  return by.client.call(setLeadRouting, {
    params: { store },
    body: { version, limitMinutes, inTurn, hours, memberIds, ...overrides },
  });
}

/** A source of the store with a key. */
export async function addSourceWithKey(by: StageUser, store: Store = 'ford') {
  count += 1;
  const added = await by.client.call(addSource, {
    body: { clientId: randomUUID(), store, name: `Site ${count}`, type: 'internet' },
  });
  if (added.status !== 201) throw new Error(`Not added: ${JSON.stringify(added.body)}`);
  const made = await by.client.call(createSourceKey, { params: { sourceId: added.body.id } });
  return { id: added.body.id, key: made.body.key };
}
