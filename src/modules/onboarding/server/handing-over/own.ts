import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { HandoverSource } from '../../../../platform/server/records/handover.ts';
import { integerIds } from '../../../../platform/server/records/sources.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { isVisibleTo } from '../policy.ts';
import { publishRun } from '../publish.ts';
import type { OnboardingDb } from '../tables.ts';

interface Row {
  /** `i12` of a run, `t7` of a checklist, `r3` a run of a new hire. */
  key: string;
  title: string;
  detail: string;
  run_id: number | null;
  /** The actor may know who it is about: someone else’s offboarding is for those who see its list. */
  is_known: boolean;
}

/** Onboarding items that name an employee: of runs, of checklists, and new hires who will report to them. */
export function onboardingHandover(platform: Platform): HandoverSource {
  const db: OnboardingDb = platform.db;
  const find = async (from: OnboardingDb, userId: number, actor: Actor) => {
    const { rows } = await sql<Row>`
      select 'i' || i.id as key, i.title, coalesce(u.shown_name, r.name) as detail, r.id as run_id,
        r.kind = 'onboarding' or coalesce(${isVisibleTo(actor)}, false) as is_known
      from onboarding_items i join onboarding_runs r on r.id = i.run_id
      left join users u on u.id = r.user_id left join employees e on e.user_id = r.user_id
      where i.owner_id = ${userId} and i.state = 'open' and r.closed_at is null
      union all
      select 't' || i.id, i.title, 'Checklist ' || t.name, null, true
      from onboarding_template_items i join onboarding_templates t on t.id = i.template_id
      where i.owner_id = ${userId} and t.removed_at is null
      union all
      select 'r' || r.id, r.name, 'New hire', r.id, true from onboarding_runs r
      where r.manager_id = ${userId} and r.user_id is null and r.closed_at is null
      order by key`.execute(from);
    return rows;
  };
  return {
    key: 'onboarding',
    title: 'Onboarding tasks',
    act: 'move',
    async list(userId, actor) {
      return (await find(db, userId, actor)).map(({ key, title, detail, is_known }) => ({
        id: key,
        title: is_known ? title : 'Offboarding task',
        detail: is_known ? detail : '',
        store: null,
        href: null,
      }));
    },
    async move({ actor, from, to, ids, ip }) {
      const { chosen: rows, hidden } = await db.transaction().execute(async (tx) => {
        const found = (await find(tx, from.id, actor)).filter(({ key }) => ids.includes(key));
        // No one gets to read what is kept from them by moving it to themselves.
        const isHidden = ({ is_known }: Row) => !is_known && to.id === actor.userId;
        const chosen = found.filter((row) => !isHidden(row));
        const idsOf = (letter: string) =>
          integerIds(
            chosen.filter(({ key }) => key.startsWith(letter)).map(({ key }) => key.slice(1)),
          );
        await sql`update onboarding_items set owner_id = ${to.id}, version = version + 1,
            due_notified_at = null, overdue_notified_at = null
          where id = any(${idsOf('i')}::integer[]) and owner_id = ${from.id}`.execute(tx);
        await sql`update onboarding_template_items set owner_id = ${to.id}
          where id = any(${idsOf('t')}::integer[]) and owner_id = ${from.id}`.execute(tx);
        await sql`update onboarding_runs set manager_id = ${to.id}, version = version + 1
          where id = any(${idsOf('r')}::integer[]) and manager_id = ${from.id}`.execute(tx);
        await recordActivity(
          tx,
          ...chosen.map(({ key, title }) => ({
            actor,
            action: 'onboarding.owner_changed',
            subject: { type: 'onboarding_item', id: key, name: title },
            before: { ownerId: from.id },
            after: { ownerId: to.id },
            ip,
          })),
        );
        return { chosen, hidden: found.filter(isHidden) };
      });
      for (const runId of new Set(rows.flatMap(({ run_id }) => run_id ?? []))) {
        await publishRun(platform, runId);
      }
      const message = 'You can’t see this offboarding. Choose someone else, or ask HR.';
      return {
        moved: rows.map(({ key }) => key),
        problems: hidden.map(({ key }) => ({ id: key, message })),
      };
    },
  };
}
