import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import type { NewUser } from '../../people/server/public.ts';
import { type CustomerRecord, createCustomer, openCustomer } from '../contract/records.ts';
import { listTimeline } from '../contract/timeline.ts';

export interface CustomerStage extends AdminStage {
  /** A Ford employee who works with customers, with overrides. */
  addEmployee(overrides?: Partial<NewUser>): Promise<StageUser>;
}

export async function openCustomerStage(): Promise<CustomerStage> {
  const base = await openAdminStage();
  const addEmployee = (overrides: Partial<NewUser> = {}) =>
    base.addUser({
      storeAccess: ['ford'],
      pagePermissions: ['customer_management'],
      featurePermissions: ['view_data', 'create_records'],
      ...overrides,
    });
  return { ...base, addEmployee };
}

let count = 0;

/** A body for `createCustomer`, unique per call. */
export function customerBody(overrides: Record<string, unknown> = {}) {
  count += 1;
  return {
    clientId: crypto.randomUUID(),
    store: 'ford' as const,
    kind: 'person' as const,
    firstName: 'Quentin',
    lastName: `Zzyzx${count}`,
    phones: [{ number: `(212) 555-${String(2000 + count)}`, kind: 'mobile' as const }],
    emails: [{ address: `quentin${count}@mail.example.com` }],
    ...overrides,
  };
}

export async function add({ client }: StageUser, overrides: Record<string, unknown> = {}) {
  const { status, body } = await client.call(createCustomer, {
    body: customerBody(overrides) as never,
  });
  if (status !== 201) throw new Error(`Customer not created: ${JSON.stringify(body)}`);
  return body;
}

export const open = ({ client }: StageUser, customerId: number) =>
  client.call(openCustomer, { params: { customerId } });

/** The keys of a customer’s timeline, read page by page. */
export async function pageTimeline({ client }: StageUser, customerId: number, limit: number) {
  const keys: string[] = [];
  let place = {};
  for (;;) {
    const { body } = await client.call(listTimeline, {
      params: { customerId },
      query: { limit, ...place },
    });
    const last = body.at(-1);
    if (!last) return keys;
    keys.push(...body.map(({ key }) => key));
    place = { before: last.at, beforeKey: last.key };
  }
}

/** The body a form would send for a customer. */
export const formOf = (record: CustomerRecord) => ({
  kind: record.kind,
  firstName: record.firstName,
  middleName: record.middleName,
  lastName: record.lastName,
  suffix: record.suffix,
  company: record.company,
  phones: record.phones.map(({ e164, extension, kind, isPreferred }) => ({
    number: extension ? `${e164} x${extension}` : e164,
    kind,
    isPreferred,
  })),
  emails: record.emails,
  addresses: record.addresses,
  tags: record.tags,
  preferredChannel: record.preferredChannel,
  preferredLanguage: record.preferredLanguage,
  doNotContact: record.doNotContact,
});
