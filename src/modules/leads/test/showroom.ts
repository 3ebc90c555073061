import { randomUUID } from 'node:crypto';
import { type Employed, type Office, openOffice } from '../../admin/test/office.ts';
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

export interface Stage extends Office {
  /** A salesperson at the Ford store, with these overrides. */
  employ(overrides?: Partial<NewUser>): Promise<Employed>;
  /** An employee who may manage lead sources at the Ford store. */
  keeper: Employed;
}

export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
  const office = await openOffice(env);
  const employ = (overrides: Partial<NewUser> = {}) =>
    office.hire({
      storeAccess: ['ford'],
      department: 'sales',
      pagePermissions: ['customer_management'],
      featurePermissions: ['view_data', 'create_records'],
      ...overrides,
    });
  const pages = ['customer_management' as const, 'system_connectors' as const];
  const keeper = await employ({ role: 'manager', department: 'it', pagePermissions: pages });
  return { ...office, employ, keeper };
}

type Store = 'ford' | 'hyundai';
let count = 0;

export async function addCustomer(
  { client }: Employed,
  store: Store = 'ford',
  overrides: object = {},
) {
  count += 1;
  const names = { firstName: 'Odalys', lastName: `Wrenfield${count}` };
  const body = { clientId: randomUUID(), store, kind: 'person' as const, ...names, ...overrides };
  const answer = await client.call(createCustomer, { body: body as never });
  if (answer.status !== 201) throw new Error(`Not added: ${JSON.stringify(answer.body)}`);
  return answer.body as { id: number; name: string };
}

export const carOf = (overrides: object = {}) => ({
  year: 2024,
  make: 'Ford',
  model: 'Bronco',
  trim: 'Badlands',
  ...overrides,
});

export const leadOf = (customerId: number, overrides: object = {}) => ({
  clientId: randomUUID(),
  store: 'ford' as const,
  customerId,
  type: 'internet' as const,
  interests: [carOf()],
  comments: 'Is it still there?',
  ...overrides,
});

export const send = ({ client }: Employed, customerId: number, overrides: object = {}) =>
  client.call(addLead, { body: leadOf(customerId, overrides) as never });

/** A lead without a response. */
export async function add(
  by: Employed,
  customerId: number,
  overrides: object = {},
): Promise<LeadPage> {
  const answer = await send(by, customerId, overrides);
  if (answer.status !== 201) throw new Error(`Not added: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export const look = ({ client }: Employed, leadId: number) =>
  client.call(getLead, { params: { leadId } });

type LeadVersion = Pick<LeadPage, 'id' | 'version'>;

export const move = (
  { client }: Employed,
  lead: LeadVersion,
  status: Status,
  overrides: object = {},
) =>
  client.call(setStatus, {
    params: { leadId: lead.id },
    body: { version: lead.version, status, ...overrides } as never,
  });

export const assign = ({ client }: Employed, lead: LeadVersion, assigneeId: number | null) =>
  client.call(assignLead, {
    params: { leadId: lead.id },
    body: { version: lead.version, assigneeId },
  });

export const answer = ({ client }: Employed, leadId: number, overrides: object = {}) =>
  client.call(answerLead, {
    params: { leadId },
    body: { clientId: randomUUID(), how: 'call', outcome: 'reached', ...overrides } as never,
  });

export const save = ({ client }: Employed, lead: LeadPage, overrides: object = {}) =>
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

export async function routingOf({ client }: Employed, store: Store = 'ford') {
  const routing = (await client.call(listLeadRouting)).body.find((one) => one.store === store);
  if (!routing) throw new Error(`No lead routing for ${store}`);
  return routing;
}

export const always: Hours = Array.from({ length: 7 }, () => ({ opens: '00:00', closes: '23:59' }));

/** Changes the lead routing of a store. */
export async function changeRouting(
  by: Employed,
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
export async function addKeyed(by: Employed, store: Store = 'ford') {
  count += 1;
  const added = await by.client.call(addSource, {
    body: { clientId: randomUUID(), store, name: `Site ${count}`, type: 'internet' },
  });
  if (added.status !== 201) throw new Error(`Not added: ${JSON.stringify(added.body)}`);
  const made = await by.client.call(createSourceKey, { params: { sourceId: added.body.id } });
  return { id: added.body.id, key: made.body.key };
}
