import { sql } from 'kysely';
import type { Platform } from '../../../platform/server/platform.ts';
import { canReadHr } from '../../employees/server/public.ts';
import { manages } from '../../people/server/public.ts';
import { onboardingChanged } from '../contract.ts';
import { isKnownToEmployee } from './policy.ts';
import type { OnboardingDb } from './tables.ts';

const hrTopic = 'onboarding:hr';
const itTopic = 'onboarding:it';

export function declareTopics({ realtime }: Pick<Platform, 'realtime'>): void {
  realtime.declareTopic('onboarding', (actor, id) =>
    id === 'hr' ? canReadHr(actor) : id === 'it' && manages(actor),
  );
  const listen = async (connection: Parameters<Parameters<typeof realtime.onConnect>[0]>[0]) => {
    if (connection.rightsOnly) return;
    for (const topic of [hrTopic, itTopic]) await realtime.subscribe(connection, topic);
  };
  realtime.onConnect(listen);
  realtime.onRightsChange(listen);
}

/** To HR, those who manage accounts, the managers above and everyone with an item. Only after COMMIT. */
export async function publishRun(
  { db: anyDb, realtime }: Pick<Platform, 'db' | 'realtime'>,
  runId: number,
): Promise<void> {
  const db: OnboardingDb = anyDb;
  const { rows } = await sql<{ id: number }>`
    with run as (select * from onboarding_runs where id = ${runId}),
    recursive_line as (
      with recursive above as (
        select coalesce(e.manager_id, r.manager_id) as id, array[r.user_id] as seen
          from run r left join employees e on e.user_id = r.user_id
        union all
        select e.manager_id, seen || e.user_id from above join employees e on e.user_id = above.id
          where not e.user_id = any(seen))
      select id from above where id is not null)
    select id from recursive_line
    union select r.user_id from run r where r.user_id is not null and ${isKnownToEmployee}
    union select i.owner_id from run r join onboarding_items i on i.run_id = r.id
      where i.owner_id is not null and (i.owner_id is distinct from r.user_id or ${isKnownToEmployee})`.execute(
    db,
  );
  for (const topic of [hrTopic, itTopic, ...rows.map(({ id }) => `user:${id}`)]) {
    realtime.publish(topic, onboardingChanged, { runId });
  }
}
