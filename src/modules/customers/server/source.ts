import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import { phoneText } from '../../../platform/contract/phones.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { visibleStores } from '../../../platform/server/records/stores.ts';
import type { RecordCard } from '../../records/contract.ts';
import type { FoundRecord, RecordFacts, RecordSource } from '../../records/server/public.ts';
import { read } from '../contract/fields.ts';
import { customerHref } from '../contract.ts';
import { storesOf } from './policy.ts';
import type { CustomersDb } from './tables.ts';

interface Found {
  requestedId: number;
  id: number;
  name: string;
  kind: string;
  doNotContact: boolean;
  stores: Store[];
  phone: { e164: string; extension: string } | null;
  email: string | null;
  owner: string | null;
}

/** The stores whose customers the actor may read, for an endpoint whose access says nothing about customers. */
export const readableStores = (actor: Actor): Store[] => visibleStores(actor, read);

const numberOf = (key: string) => Number(/^number:(\d{1,9})$/.exec(key)?.[1] ?? 0);

/** Customers mentioned in chat, recognized by number; a merged number leads to its survivor. */
export function createCustomerSource({ db }: Pick<Platform, 'db'>): RecordSource {
  return {
    kind: 'customer',
    async find(actor, keys) {
      const own = storesOf(actor);
      const found = await lookUp(db, keys.map(numberOf), own);
      return found.flatMap((customer): FoundRecord[] => {
        const [store] = customer.stores;
        if (!store) return [];
        const access = { store, ...read };
        return [{ key: `number:${customer.requestedId}`, card: cardOf(customer), access }];
      });
    },
    async facts(ids) {
      const found = await lookUp(
        db,
        ids.map((id) => numberOf(`number:${id}`)),
        null,
      );
      return found.flatMap(({ requestedId, id, name, stores }): RecordFacts[] => {
        // The records module has one store per record: the one with the latest activity.
        const [store] = stores;
        if (!store) return [];
        const keys = [...new Set([`number:${requestedId}`, `number:${id}`])];
        return [{ id: String(requestedId), title: name, keys, access: { store, ...read } }];
      });
    },
  };
}

/** `own` null: not filtered by store. */
async function lookUp(db: CustomersDb, ids: readonly number[], own: readonly string[] | null) {
  const { rows } = await sql<Found>`
    select a.id as "requestedId", c.id, c.name, c.kind, c.do_not_contact as "doNotContact", known.stores,
      known.owner,
      (select jsonb_build_object('e164', p.e164, 'extension', p.extension) from customer_phones p
        where p.customer_id = c.id order by p.is_preferred desc, p.place limit 1) as phone,
      (select e.address from customer_emails e where e.customer_id = c.id
        order by e.is_preferred desc, e.place limit 1) as email
    from customers a join customers c on c.id = a.root_id
    cross join lateral (select array_agg(s.store order by s.last_activity_at desc, s.store) as stores,
        string_agg(distinct u.shown_name, ', ') as owner
      from customer_stores s left join users u on u.id = s.owner_id
      where s.customer_id = c.id and (${own === null} or s.store = any(${own ?? []}::text[]))) known
    where a.id = any(${ids}::integer[]) and known.stores is not null order by a.id`.execute(db);
  return rows;
}

function cardOf({ id, name, kind, doNotContact, phone, email, owner }: Found): RecordCard {
  const lines = [
    { label: 'Phone', value: phone ? phoneText(phone) : '' },
    { label: 'Email', value: email ?? '' },
    { label: 'Assigned to', value: owner ?? '' },
    { label: 'Contact', value: doNotContact ? 'Do not contact' : '' },
  ];
  return {
    ref: { kind: 'customer', id: String(id) },
    title: name,
    subtitle: `${kind === 'business' ? 'Business' : 'Customer'} ${id}`,
    lines: lines.filter(({ value }) => value !== ''),
    href: customerHref(id),
    tone: doNotContact ? 'warning' : 'neutral',
  };
}
