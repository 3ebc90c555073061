import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { adfOf, refusedMessages } from '../../../db/demo/leads/messages.ts';
import type { AnyTables, Db } from '../../platform/server/db/database.ts';
import type { Interest } from './server/public.ts';

const dayMs = 86_400_000;

interface Sent {
  id: number;
  sourceId: number;
  at: Date;
  firstName: string;
  lastName: string;
  phone: string;
  interests: Interest[];
  comments: string;
}

/** Seeds two months of leads delivered by AutoFinder, some of them rejected. */
export async function seedDeliveries(tx: Db<AnyTables>, asOf: Date): Promise<void> {
  const since = new Date(asOf.getTime() - 60 * dayMs);
  const { rows } = await sql<Sent>`
    select l.id, s.id as "sourceId", l.received_at as at, c.first_name as "firstName",
      coalesce(nullif(c.last_name, ''), c.company) as "lastName", l.interests, l.comments,
      (select p.e164 from customer_phones p where p.customer_id = c.id order by p.place limit 1) as phone
    from leads l join lead_sources s on s.id = l.source_id join customers c on c.id = l.customer_id
    where s.name = 'AutoFinder' and l.received_at >= ${since} order by l.received_at, l.id`.execute(
    tx,
  );
  const accepted = rows.map((lead) => ({
    ...deliveryOf(lead),
    lead_id: lead.id,
    outcome: 'created',
  }));
  const { rows: sources } = await sql<{ id: number }>`
    select id from lead_sources where name = 'AutoFinder' order by id`.execute(tx);
  const refused = refusedMessages.map(({ daysAgo, problem, raw }, at) => ({
    source_id: sources[at]?.id,
    at: new Date(asOf.getTime() - daysAgo * dayMs),
    raw,
    problem,
    lead_id: null,
    outcome: 'refused',
    bytes: Buffer.byteLength(raw),
  }));
  const all = [...accepted, ...refused].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  await tx.insertInto('lead_deliveries').values(all).execute();
  await sql`update leads l set external_id = ${externalId(sql`l.id`)} from lead_sources s
    where s.id = l.source_id and s.name = 'AutoFinder'`.execute(tx);
  for (const { id } of sources) {
    // Hash of no real key: no one knows the demo group's key.
    const key_hash = createHash('sha256').update(`AutoFinder ${id}`).digest();
    await tx.updateTable('lead_sources').set({ key_hash }).where('id', '=', id).execute();
  }
}

const externalId = (id: ReturnType<typeof sql>) => sql`'AF-' || (10000 + ${id})`;

function deliveryOf({ id, sourceId, at, interests, ...facts }: Sent) {
  const [wanted] = interests;
  const { year = null, make = '', model = '', trim = '' } = wanted ?? {};
  const raw = adfOf({
    ...facts,
    externalId: `AF-${10_000 + id}`,
    car: { year, make, model, trim },
  });
  return { source_id: sourceId, at, raw, problem: '', bytes: Buffer.byteLength(raw) };
}
