import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, forbidden } from '../../../../platform/server/http/errors.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { findTeamChannel } from '../../../chat/server/public.ts';
import type * as calls from '../../contract/plans.ts';
import type { Brief } from '../../contract/plans.ts';
import { canSetPlans, scopeOf } from '../policy.ts';
import { composeBrief, readStoreBriefs, type StoreBrief } from './compose.ts';
import { nextPost } from './hours.ts';

type BriefServices = Pick<Platform, 'db' | 'publicUrl'>;
type Wanted = ValidOf<typeof calls.setBrief>['body'];

/** The briefs of the actor’s stores. */
export async function listBriefs(platform: BriefServices, actor: Actor): Promise<Brief[]> {
  const desks = await readStoreBriefs(platform.db, scopeOf(actor).stores);
  return Promise.all(desks.map((desk) => describe(platform, actor, desk)));
}

async function describe(platform: BriefServices, actor: Actor, desk: StoreBrief): Promise<Brief> {
  const { store, isOn, at, version, posted } = desk;
  const now = new Date();
  const [channel, preview] = await Promise.all([
    findTeamChannel(platform.db, store, null),
    composeBrief(platform, desk, now),
  ]);
  const next = isOn && channel ? nextPost(desk, now.getTime(), posted) : null;
  return {
    ...{ store, isOn, at, version, preview },
    channel: channel?.name ?? null,
    nextAt: next?.toISOString() ?? null,
    may: { change: canSetPlans(actor, store) },
  };
}

/**
 * Switches a store’s brief on or off, and says when it goes out. Throws 403 unless the actor leads the store,
 * and 409 where it was changed meanwhile or the store has no channel it could go to.
 */
export async function setBrief(
  platform: BriefServices,
  { actor, ip }: { actor: Actor; ip: string },
  wanted: Wanted,
): Promise<Brief> {
  const { store, isOn } = wanted;
  const name = storeNames[store];
  if (!canSetPlans(actor, store)) throw forbidden(`The brief of ${name} is not yours to set.`);
  if (isOn && !(await findTeamChannel(platform.db, store, null))) throw conflict(noChannel(name));
  await platform.db.transaction().execute(async (tx) => {
    const before = await write(tx, wanted);
    await recordActivity(tx, {
      ...{ actor, ip, action: 'reports.brief_set' },
      subject: { type: 'report_brief', id: store, name: `Daily brief of ${name}` },
      before,
      after: { isOn, at: wanted.at },
    });
  });
  const [desk] = await readStoreBriefs(platform.db, [store]);
  if (!desk) throw new Error('A store without hours');
  return describe(platform, actor, desk);
}

const noChannel = (name: string) =>
  `${name} has no channel of its own yet. Create a team channel for all of ${name} in the chat first.`;

interface LockedBrief {
  isOn: boolean;
  at: string | null;
}

/** Answers how it was before. */
async function write(
  tx: Platform['db'],
  { store, isOn, at, version }: { store: Store } & Wanted,
): Promise<LockedBrief> {
  const { rows: held } = await sql<LockedBrief>`
    select is_on as "isOn", at from report_briefs where store = ${store} for update`.execute(tx);
  const { rows } = await sql`
    insert into report_briefs as b (store, is_on, at)
    select ${store}, ${isOn}, ${at} where ${version} = 0 or exists (
      select from report_briefs where store = ${store})
    on conflict (store) do update set is_on = excluded.is_on, at = excluded.at, version = b.version + 1
      where b.version = ${version}
    returning store`.execute(tx);
  if (rows.length === 0) {
    throw conflict('Somebody else has changed this brief meanwhile. Please look at it again.');
  }
  return held[0] ?? { isOn: false, at: null };
}
