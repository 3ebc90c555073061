import { randomUUID } from 'node:crypto';
import { type Employed, type Office, openOffice } from '../../admin/test/office.ts';
import { createCustomer } from '../../customers/contract/records.ts';
import type { NewUser } from '../../people/server/public.ts';
import type { LeadPage } from '../contract/lead.ts';
import {
  addSource,
  type Hours,
  listLeadRouting,
  makeKey,
  setLeadRouting,
} from '../contract/settings.ts';
import type { Status } from '../contract/status.ts';
import { addLead, answerLead, assignLead, getLead, saveLead, setStatus } from '../contract.ts';

export interface Showroom extends Office {
  /** Somebody of the Ford store’s sales, but what `given` says. */
  employ(given?: Partial<NewUser>): Promise<Employed>;
  /** Somebody who may make sources and keys there. */
  keeper: Employed;
}

export async function openShowroom(env: Record<string, string> = {}): Promise<Showroom> {
  const office = await openOffice(env);
  const employ = (given: Partial<NewUser> = {}) =>
    office.hire({
      storeAccess: ['ford'],
      department: 'sales',
      pagePermissions: ['customer_management'],
      featurePermissions: ['view_data', 'create_records'],
      ...given,
    });
  const pages = ['customer_management' as const, 'system_connectors' as const];
  const keeper = await employ({ role: 'manager', department: 'it', pagePermissions: pages });
  return { ...office, employ, keeper };
}

type Store = 'ford' | 'hyundai';
let count = 0;

export async function addCustomer({ client }: Employed, store: Store = 'ford', given: object = {}) {
  count += 1;
  const names = { firstName: 'Odalys', lastName: `Wrenfield${count}` };
  const body = { clientId: randomUUID(), store, kind: 'person' as const, ...names, ...given };
  const answer = await client.call(createCustomer, { body: body as never });
  if (answer.status !== 201) throw new Error(`Not added: ${JSON.stringify(answer.body)}`);
  return answer.body as { id: number; name: string };
}

export const carOf = (given: object = {}) => ({
  year: 2024,
  make: 'Ford',
  model: 'Bronco',
  trim: 'Badlands',
  ...given,
});

export const leadOf = (customerId: number, given: object = {}) => ({
  clientId: randomUUID(),
  store: 'ford' as const,
  customerId,
  type: 'internet' as const,
  interests: [carOf()],
  comments: 'Is it still there?',
  ...given,
});

export const send = ({ client }: Employed, customerId: number, given: object = {}) =>
  client.call(addLead, { body: leadOf(customerId, given) as never });

/** A lead that waits for its first answer. */
export async function add(by: Employed, customerId: number, given: object = {}): Promise<LeadPage> {
  const answer = await send(by, customerId, given);
  if (answer.status !== 201) throw new Error(`Not added: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export const look = ({ client }: Employed, leadId: number) =>
  client.call(getLead, { params: { leadId } });

type Held = Pick<LeadPage, 'id' | 'version'>;

export const move = ({ client }: Employed, lead: Held, status: Status, given: object = {}) =>
  client.call(setStatus, {
    params: { leadId: lead.id },
    body: { version: lead.version, status, ...given } as never,
  });

export const give = ({ client }: Employed, lead: Held, assigneeId: number | null) =>
  client.call(assignLead, {
    params: { leadId: lead.id },
    body: { version: lead.version, assigneeId },
  });

export const answer = ({ client }: Employed, leadId: number, given: object = {}) =>
  client.call(answerLead, {
    params: { leadId },
    body: { clientId: randomUUID(), how: 'call', outcome: 'reached', ...given } as never,
  });

export const save = ({ client }: Employed, lead: LeadPage, given: object = {}) =>
  client.call(saveLead, {
    params: { leadId: lead.id },
    body: {
      version: lead.version,
      type: lead.type,
      sourceId: lead.source?.id ?? null,
      interests: lead.interests,
      trade: lead.trade,
      comments: lead.comments,
      ...given,
    } as never,
  });

export const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString();

export async function deskOf({ client }: Employed, store: Store = 'ford') {
  const desk = (await client.call(listLeadRouting)).body.find((one) => one.store === store);
  if (!desk) throw new Error(`There is no desk of ${store}`);
  return desk;
}

export const always: Hours = Array.from({ length: 7 }, () => ({ opens: '00:00', closes: '23:59' }));

/** Says how the store takes its leads, over whatever it did before. */
export async function arrange(
  by: Employed,
  given: { memberIds?: number[]; limitMinutes?: number; inTurn?: boolean; hours?: Hours },
  store: Store = 'ford',
) {
  const { version, limitMinutes, inTurn, hours, members } = await deskOf(by, store);
  const memberIds = members.map(({ id }) => id);
  return by.client.call(setLeadRouting, {
    params: { store },
    body: { version, limitMinutes, inTurn, hours, memberIds, ...given },
  });
}

/** A source of the store and its key. */
export async function addKeyed(by: Employed, store: Store = 'ford') {
  count += 1;
  const added = await by.client.call(addSource, {
    body: { clientId: randomUUID(), store, name: `Site ${count}`, type: 'internet' },
  });
  if (added.status !== 201) throw new Error(`Not added: ${JSON.stringify(added.body)}`);
  const made = await by.client.call(makeKey, { params: { sourceId: added.body.id } });
  return { id: added.body.id, key: made.body.key };
}
