import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { conflict, forbidden } from '../../../../platform/server/errors.ts';
import type { Actor, RequestContext } from '../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { changedMeanwhile } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { findTeamChannel } from '../../../chat/server/public.ts';
import type * as calls from '../../contract/plans.ts';
import type { Brief } from '../../contract/plans.ts';
import { canSetPlans, scopeOf } from '../policy.ts';
import { composeBrief, readStoreBriefs, type StoreBrief } from './compose.ts';
import { nextPost } from './hours.ts';

type BriefServices = Pick<Platform, 'db' | 'publicUrl'>;
type SetBrief = ValidOf<typeof calls.setBrief>['body'];

export async function listBriefs(platform: BriefServices, actor: Actor): Promise<Brief[]> {
  const briefs = await readStoreBriefs(platform.db, scopeOf(actor).stores);
  return Promise.all(briefs.map((brief) => describe(platform, actor, brief)));
}

async function describe(platform: BriefServices, actor: Actor, brief: StoreBrief): Promise<Brief> {
  const { store, isOn, at, version, posted } = brief;
  const now = new Date();
  const [channel, preview] = await Promise.all([
    findTeamChannel(platform.db, store, null),
    composeBrief(platform, brief, now),
  ]);
  const next = isOn && channel ? nextPost(brief, now.getTime(), posted) : null;
  return {
    store,
    isOn,
    at,
    version,
    preview,
    channel: channel?.name ?? null,
    nextAt: next?.toISOString() ?? null,
    may: { change: canSetPlans(actor, store) },
  };
}

/**
 * Turns a store’s brief on or off and sets its time. Throws 403 unless the actor leads the store, and 409 on a
 * concurrent change or when the store has no team channel.
 */
export async function setBrief(
  platform: BriefServices,
  { actor, ip }: RequestContext,
  command: SetBrief,
): Promise<Brief> {
  const { store, isOn } = command;
  const name = storeNames[store];
  if (!canSetPlans(actor, store))
    throw forbidden(`You don’t have permission to change the ${name} brief.`);
  if (isOn && !(await findTeamChannel(platform.db, store, null))) throw conflict(noChannel(name));
  await platform.db.transaction().execute(async (tx) => {
    const before = await write(tx, command);
    await recordActivity(tx, {
      actor,
      ip,
      action: 'reports.brief_set',
      subject: { type: 'report_brief', id: store, name: `${name} daily brief` },
      before,
      after: { isOn, at: command.at },
    });
  });
  const [brief] = await readStoreBriefs(platform.db, [store]);
  if (!brief) throw new Error(`Store ${store} has no opening hours`);
  return describe(platform, actor, brief);
}

const noChannel = (name: string) =>
  `${name} has no team channel yet. Create one for the whole store in chat first.`;

interface LockedBrief {
  isOn: boolean;
  at: string | null;
}

/** Returns the previous settings. */
async function write(
  tx: Platform['db'],
  { store, isOn, at, version }: { store: Store } & SetBrief,
): Promise<LockedBrief> {
  const { rows: current } = await sql<LockedBrief>`
    select is_on as "isOn", at from report_briefs where store = ${store} for update`.execute(tx);
  const { rows } = await sql`
    insert into report_briefs as b (store, is_on, at)
    select ${store}, ${isOn}, ${at} where ${version} = 0 or exists (
      select from report_briefs where store = ${store})
    on conflict (store) do update set is_on = excluded.is_on, at = excluded.at, version = b.version + 1
      where b.version = ${version}
    returning store`.execute(tx);
  if (rows.length === 0) {
    throw changedMeanwhile('this brief');
  }
  return current[0] ?? { isOn: false, at: null };
}
