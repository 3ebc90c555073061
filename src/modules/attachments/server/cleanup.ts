import { type Kysely, type RawBuilder, sql } from 'kysely';
import { violatesForeignKey } from '../../../platform/server/db/database.ts';
import { conflict, notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { deleteBytes, sweepLooseBytes } from './bytes.ts';
import type { AttachmentServices } from './services.ts';
import type { AttachmentTables } from './tables.ts';
import { findOwn } from './uploadFile.ts';
import type { UploadUse } from './uses.ts';

/** Discards one of the user's uploads that no message has and none is scheduled to have. */
export async function discardUpload(
  services: AttachmentServices,
  actor: Actor,
  id: string,
): Promise<void> {
  const { db, uses } = services;
  if (!(await findOwn(db, actor, id))) throw notFound();
  const gone = await deleteUploads(db, [id], uses.map(kept)).catch((error) => {
    // A record attached it at the same moment.
    if (violatesForeignKey(error)) return [];
    throw error;
  });
  if (gone.length === 0) throw conflict('This file is attached to a sent or scheduled message.');
  await deleteBytes(services, gone.map(keyOf));
}

/** Nightly: deletes uploads older than a week that no record and no draft has. */
export async function sweep(services: AttachmentServices): Promise<void> {
  const { db, uses } = services;
  const drafted = uses.flatMap((use) => use.isDrafted ?? []);
  const expired = await db
    .selectFrom('chat_uploads as u')
    .select('u.id')
    .where('u.created_at', '<', sql<Date>`now() - interval '7 days'`)
    .where(none([...uses.map(kept), ...drafted]))
    .execute();
  const ids = expired.map(({ id }) => id);
  await deleteBytes(services, (await deleteUploads(db, ids, uses.map(kept))).map(keyOf));
  await sweepLooseBytes(services);
}

interface DeletedUpload {
  id: string;
  storageKey: string;
}

/**
 * Deletes those of the uploads that meet none of the conditions on `u`; pass their keys to `deleteBytes`
 * after COMMIT. The rows go first and their keys are recorded, so that a row always has its bytes. If a
 * record attaches one in the meantime, its foreign key makes the statement fail.
 */
export async function deleteUploads(
  db: Kysely<AttachmentTables>,
  ids: readonly string[],
  unless: readonly RawBuilder<boolean>[],
): Promise<DeletedUpload[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<DeletedUpload>`
    with gone as (
      delete from chat_uploads u where u.id = any(${[...ids]}::uuid[]) and ${none(unless)}
      returning u.id, u.storage_key
    ), noted as (
      insert into chat_loose_files (storage_key) select storage_key from gone
    )
    select id, storage_key as "storageKey" from gone`.execute(db);
  return rows;
}

/** Each negated on its own: the planner turns these into joins, but not one negation of them all. */
const none = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`${sql.join(
    [sql`true`, ...conditions.map((condition) => sql`not (${condition})`)],
    sql` and `,
  )}`;

const kept = (use: Pick<UploadUse, 'isKept'>) => use.isKept;
const keyOf = ({ storageKey }: DeletedUpload) => storageKey;
