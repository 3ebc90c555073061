import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, invalid, notFound } from '../../../../platform/server/http/errors.ts';
import type { IncomingFile } from '../../../../platform/server/http/files/upload.ts';
import { maxPictures } from '../../contract/pictures.ts';
import { storesOf } from '../policy.ts';
import { addEvent } from '../record/events.ts';
import { bumpVersion, lockVehicle } from '../record/find.ts';
import { inStores } from '../record/rows.ts';
import type { VehicleDb } from '../tables.ts';
import { claimBytes, deleteBytes, type PhotoStore, putBytes, smallOf } from './bytes.ts';
import { type PhotoSizes, toPictures } from './raster.ts';

interface PictureKey {
  vehicleId: number;
  pictureId: string;
}

const pictureColumns = ['id', 'width', 'height'] as const;

/** The photo, if the actor may see its vehicle. */
export async function findPicture(
  db: VehicleDb,
  actor: Actor,
  { vehicleId, pictureId }: PictureKey,
) {
  return db
    .selectFrom('vehicle_pictures as p')
    .innerJoin('vehicles as v', 'v.id', 'p.vehicle_id')
    .select(['p.id', 'p.width', 'p.height', 'p.storage_key', 'p.etag', 'p.position'])
    .where('p.id', '=', pictureId)
    .where('p.vehicle_id', '=', vehicleId)
    .where(inStores(storesOf(actor)))
    .executeTakeFirst();
}

/** Stores a photo; if the id already exists, returns the existing one. */
export async function storePicture(
  photoStore: PhotoStore,
  actor: Actor,
  target: PictureKey,
  file: IncomingFile,
) {
  const bytes = await buffer(file.stream);
  if (bytes.length === 0) throw invalid('This file is empty.');
  const picture = await toPictures(photoStore.parsing, bytes);
  const key = await putBytes(photoStore, picture);
  try {
    return await photoStore.db.transaction().execute(async (tx) => {
      await lockVehicle(tx, actor, target.vehicleId);
      return insert(tx, actor, target, { picture, key });
    });
  } catch (error) {
    // Keep the original error; bytes that cannot be deleted now are swept later.
    await deleteBytes(photoStore, [key]).catch(() => {});
    const existing = await findPicture(photoStore.db, actor, target);
    if (existing) return existing;
    throw error;
  }
}

async function insert(
  tx: VehicleDb,
  actor: Actor,
  { vehicleId, pictureId }: PictureKey,
  { picture, key }: { picture: PhotoSizes; key: string },
) {
  const { count, last } = await tx
    .selectFrom('vehicle_pictures')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(max(position), 0)`.as('last')])
    .where('vehicle_id', '=', vehicleId)
    .executeTakeFirstOrThrow();
  if (count >= maxPictures) throw conflict(`A vehicle can have at most ${maxPictures} photos.`);
  if (!(await claimBytes(tx, key))) throw conflict('The upload took too long. Try again.');
  const row = await tx
    .insertInto('vehicle_pictures')
    .values({
      id: pictureId,
      vehicle_id: vehicleId,
      storage_key: key,
      etag: createHash('sha256').update(picture.large).digest('base64url').slice(0, 22),
      width: picture.width,
      height: picture.height,
      size_bytes: picture.large.length,
      position: last + 1,
      created_by: actor.userId,
    })
    .onConflict((other) => other.column('id').doNothing())
    .returning(pictureColumns)
    .executeTakeFirst();
  if (!row) throw conflict('This photo was uploaded twice at the same time. Try again.');
  await bumpVersion(tx, vehicleId);
  await addEvent(tx, vehicleId, actor.userId, { kind: 'picture_added' });
  return row;
}

export async function readBytes({ storage }: PhotoStore, key: string, size: 'large' | 'small') {
  return buffer(await storage.open(size === 'small' ? smallOf(key) : key));
}

/** Deletes the row first and records its key as loose: a row always has its bytes. */
export async function deletePicture(
  photoStore: PhotoStore,
  actor: Actor,
  target: PictureKey,
): Promise<void> {
  const key = await photoStore.db.transaction().execute(async (tx) => {
    await lockVehicle(tx, actor, target.vehicleId);
    const deleted = await tx
      .deleteFrom('vehicle_pictures')
      .where('id', '=', target.pictureId)
      .where('vehicle_id', '=', target.vehicleId)
      .returning('storage_key')
      .executeTakeFirst();
    if (!deleted) throw notFound();
    await tx
      .insertInto('vehicle_loose_files')
      .values({ storage_key: deleted.storage_key })
      .execute();
    await bumpVersion(tx, target.vehicleId);
    await addEvent(tx, target.vehicleId, actor.userId, { kind: 'picture_removed' });
    return deleted.storage_key;
  });
  // Bytes that cannot be deleted now are swept later.
  await deleteBytes(photoStore, [key]).catch(() => {});
}

export async function putFirst(db: VehicleDb, actor: Actor, target: PictureKey): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockVehicle(tx, actor, target.vehicleId);
    const moved = await tx
      .updateTable('vehicle_pictures')
      .set({
        position: sql<number>`(select min(position) - 1 from vehicle_pictures
          where vehicle_id = ${target.vehicleId})`,
      })
      .where('id', '=', target.pictureId)
      .where('vehicle_id', '=', target.vehicleId)
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n) throw notFound();
    await bumpVersion(tx, target.vehicleId);
  });
}
