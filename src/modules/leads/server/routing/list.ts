import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import type { LeadRouting } from '../../contract/settings.ts';
import { canAssign, storesOf } from '../policy.ts';
import type { LeadsDb } from '../tables.ts';
import { getClockStop } from './response-clock.ts';
import { readRouting } from './routing.ts';
import { worksOnLeads } from './staff.ts';

interface MemberRow {
  store: Store;
  id: number;
  name: string;
  accepts: boolean;
  received: number;
}

/** The lead routing of the actor’s stores. */
export async function listLeadRouting(db: LeadsDb, actor: Actor): Promise<LeadRouting[]> {
  const stores = storesOf(actor);
  const [routings, clockStop] = [await readRouting(db), await getClockStop(db)];
  const members = await findMembers(db, stores);
  return stores.flatMap((store): LeadRouting[] => {
    const routing = routings.get(store);
    if (!routing) return [];
    return [
      {
        store,
        clockStop,
        limitMinutes: routing.limitMinutes,
        inTurn: routing.inTurn,
        hours: routing.hours,
        version: routing.version,
        mayChange: canAssign(actor),
        members: members
          .filter((member) => member.store === store)
          .map(({ store: _, ...member }) => member),
      },
    ];
  });
}

/** The members who still work at their store. */
async function findMembers(db: LeadsDb, stores: readonly Store[]): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select m.store, u.id, u.shown_name as name, m.accepts,
      (select count(*) from leads l where l.assignee_id = u.id and l.store = m.store
        and l.received_at > now() - interval '30 days') as received
    from lead_routing_members m join users u on u.id = m.user_id
    where ${inStores('m.store', stores)} and ${worksOnLeads(stores)}
      and u.store_access && array[m.store, 'all']
    order by u.last_name, u.first_name, u.id`.execute(db);
  return rows;
}
