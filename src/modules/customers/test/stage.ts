import { type Employed, type Office, openOffice } from '../../admin/test/office.ts';
import type { NewUser } from '../../people/server/public.ts';
import { type CustomerRecord, createCustomer, openCustomer } from '../contract/records.ts';

export interface CustomerStage extends Office {
  /** A Ford employee who works with customers, with overrides. */
  employ(overrides?: Partial<NewUser>): Promise<Employed>;
}

export async function openStage(): Promise<CustomerStage> {
  const office = await openOffice();
  const employ = (overrides: Partial<NewUser> = {}) =>
    office.hire({
      storeAccess: ['ford'],
      pagePermissions: ['customer_management'],
      featurePermissions: ['view_data', 'create_records'],
      ...overrides,
    });
  return { ...office, employ };
}

let count = 0;

/** A body for `createCustomer`, unique per call. */
export function stranger(overrides: Record<string, unknown> = {}) {
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

export async function add({ client }: Employed, overrides: Record<string, unknown> = {}) {
  const { status, body } = await client.call(createCustomer, {
    body: stranger(overrides) as never,
  });
  if (status !== 201) throw new Error(`Customer not created:  ${JSON.stringify(body)}`);
  return body;
}

export const open = ({ client }: Employed, customerId: number) =>
  client.call(openCustomer, { params: { customerId } });

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
