import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { CustomerRecord } from '../../contract/records.ts';
import type * as calls from '../../contract/saving.ts';
import { describeCustomer } from '../record/open.ts';
import type { CustomerServices } from '../services.ts';
import { getVisibleCustomer, subjectOf } from '../visible.ts';
import { escaped, stamp, textFile } from './textFile.ts';

/** A customer for a phone’s contacts, recorded like opening the customer. */
export function saveContact({ db, openings }: CustomerServices): Handler<typeof calls.saveContact> {
  return async ({ actor, params, ip }) => {
    const { id } = await getVisibleCustomer(db, actor, params.customerId);
    await openings.consume(String(actor.userId));
    const subject = subjectOf(id);
    await recordActivity(db, { actor, action: 'customer.contact_saved', subject, ip });
    const { client_id: key } = await db
      .selectFrom('customers')
      .select('client_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const lines = contactLines(await describeCustomer(db, actor, id), key);
    return textFile('text/vcard', `customer-${id}.vcf`, lines);
  };
}

const phoneTypes = { mobile: 'cell', home: 'home', work: 'work' } as const;
const preferred = (is: boolean) => (is ? ';PREF=1' : '');

/**
 * A customer as a vCard 4.0 with contact data only. `key` is the same for the same customer, so that a
 * phone replaces the contact it has.
 */
function contactLines(customer: CustomerRecord, key: string): string[] {
  const { kind, firstName, middleName, lastName, suffix, company } = customer;
  const isPerson = kind === 'person';
  const name = [lastName, firstName, middleName, '', suffix].map(escaped).join(';');
  return [
    'BEGIN:VCARD',
    'VERSION:4.0',
    'PRODID:-//Forecourt//Customers//EN',
    `UID:urn:uuid:${key}`,
    `REV:${stamp(new Date(customer.updatedAt))}`,
    `KIND:${isPerson ? 'individual' : 'org'}`,
    `FN:${escaped(customer.name)}`,
    ...(isPerson ? [`N:${name}`] : []),
    ...(company ? [`ORG:${escaped(company)}`] : []),
    ...customer.phones.map(({ e164, extension, kind: type, isPreferred }) => {
      const uri = `tel:${e164}${extension && `;ext=${extension}`}`;
      return `TEL;VALUE=uri;TYPE="${phoneTypes[type]},voice"${preferred(isPreferred)}:${uri}`;
    }),
    ...customer.emails.map(
      ({ address, isPreferred }) => `EMAIL${preferred(isPreferred)}:${escaped(address)}`,
    ),
    ...customer.addresses.map(({ line1, line2, city, state, zip }) => {
      const street = [line1, line2].filter(Boolean).map(escaped).join(',');
      return `ADR:;;${[street, escaped(city), escaped(state), escaped(zip)].join(';')};United States`;
    }),
    `NOTE:${escaped(`Customer ${customer.id}${customer.doNotContact ? '. Do not contact.' : ''}`)}`,
    'END:VCARD',
  ];
}
