import { sql } from 'kysely';
import { notFound } from '../../../../platform/server/errors.ts';
import { type Hold, type Subject, subjectKinds } from '../../contract/holds.ts';
import type { RetentionDb } from '../tables.ts';

interface HoldRow {
  id: number;
  matter: string;
  reason: string;
  subjects: string[];
  placed_by: string;
  placed_at: Date;
  items: number;
  gone: number;
  release_reason: string | null;
  released_by: string | null;
  released_at: Date | null;
}

/** All holds, or one: those in force first, then the newest. */
export async function listHolds(db: RetentionDb, id?: number): Promise<Hold[]> {
  const { rows } = await sql<HoldRow>`
    select h.id, h.matter, h.reason, named.subjects, h.placed_at,
      placer.shown_name as placed_by,
      found.items, found.gone, r.reason as release_reason, r.released_at,
      releaser.shown_name as released_by
    from legal_holds h
    join users placer on placer.id = h.placed_by
    cross join lateral (
      select array_agg(s.subject order by s.subject) as subjects
      from legal_hold_subjects s where s.hold_id = h.id) named
    cross join lateral (
      select count(*) filter (where v.item_id is null) as items, count(v.item_id) as gone
      from retained_items i
      left join disposition_verdicts v on v.item_id = i.id and v.verdict = 'condemned'
      where i.subjects && named.subjects) found
    left join legal_hold_releases r on r.hold_id = h.id
    left join users releaser on releaser.id = r.released_by
    where h.id = coalesce(${id ?? null}::bigint, h.id)
    order by r.hold_id is not null, h.id desc limit 500`.execute(db);
  return rows.map(toHold);
}

export async function getHold(db: RetentionDb, id: number): Promise<Hold> {
  const [hold] = await listHolds(db, id);
  if (!hold) throw notFound();
  return hold;
}

function toHold(row: HoldRow): Hold {
  const { id, matter, reason, items, gone, placed_by, placed_at, released_at } = row;
  return {
    id,
    matter,
    reason,
    items,
    gone,
    placedBy: placed_by,
    subjects: row.subjects.flatMap(subjectOf),
    placedAt: placed_at.toISOString(),
    release: released_at && {
      reason: row.release_reason ?? '',
      by: row.released_by ?? '',
      at: released_at.toISOString(),
    },
  };
}

function subjectOf(key: string): Subject[] {
  const [kind = '', ...number] = key.split(':');
  const subjectKind = subjectKinds.find((one) => one === kind);
  return subjectKind ? [{ kind: subjectKind, number: number.join(':') }] : [];
}
