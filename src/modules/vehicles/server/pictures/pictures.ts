import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { conflict, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { IncomingFile } from '../../../../platform/server/http/files/upload.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { assertVisible, inStores } from '../../../../platform/server/records/stores.ts';
import { thumbnailOf } from '../../../../platform/server/storage/looseFiles.ts';
import type * as calls from '../../contract/pictures.ts';
import { maxPictures } from '../../contract/pictures.ts';
import { storesOf } from '../policy.ts';
import { publishVehicleChanged } from '../publish.ts';
import { addEvent } from '../record/events.ts';
import { bumpVersion, lockVehicle } from '../record/find.ts';
import type { VehicleDb } from '../tables.ts';
import { claimBytes, deleteBytes, onLooseKey } from './bytes.ts';
import { toPictures } from './raster.ts';

interface PictureKey {
  vehicleId: number;
  pictureId: string;
}

const getStore = (db: VehicleDb, actor: Actor, vehicleId: number) =>
  assertVisible(db, { table: 'stock_units', id: vehicleId, stores: storesOf(actor) });

/** The photo, if the actor may see its vehicle. */
async function findPicture(db: VehicleDb, actor: Actor, { vehicleId, pictureId }: PictureKey) {
  return db
    .selectFrom('vehicle_pictures as p')
    .innerJoin('stock_vehicles as v', 'v.id', 'p.unit_id')
    .select(['p.id', 'p.width', 'p.height', 'p.storage_key', 'p.etag', 'p.position'])
    .where('p.id', '=', pictureId)
    .where('p.unit_id', '=', vehicleId)
    .where(inStores('v.store', storesOf(actor)))
    .executeTakeFirst();
}

/** If the id already exists, returns the existing photo. */
export function addPicture(platform: Platform): Handler<typeof calls.addPicture> {
  const db: VehicleDb = platform.db;
  const uploads = platform.limits('vehicle-picture', 120, 10 * 60);
  return async ({ actor, params, file }) => {
    const store = await getStore(db, actor, params.vehicleId);
    const existing = await findPicture(db, actor, params);
    if (existing) return existing;
    await uploads.consume(String(actor.userId));
    const stored = await storePicture(platform, actor, params, file);
    publishVehicleChanged(platform, { id: params.vehicleId, store });
    return stored;
  };
}

async function storePicture(
  platform: Platform,
  actor: Actor,
  { vehicleId, pictureId }: PictureKey,
  file: IncomingFile,
) {
  const db: VehicleDb = platform.db;
  const { storage, parsing } = platform;
  const bytes = await buffer(file.stream);
  if (bytes.length === 0) throw invalid('This file is empty.');
  const picture = await toPictures(parsing, bytes);
  return onLooseKey(platform, async (key) => {
    await storage.put(key, Readable.from([picture.large]));
    await storage.put(thumbnailOf(key), Readable.from([picture.small]));
    return db.transaction().execute(async (tx) => {
      await lockVehicle(tx, actor, vehicleId);
      const { count, last } = await tx
        .selectFrom('vehicle_pictures')
        .select([
          sql<number>`count(*)`.as('count'),
          sql<number>`coalesce(max(position), 0)`.as('last'),
        ])
        .where('unit_id', '=', vehicleId)
        .executeTakeFirstOrThrow();
      if (count >= maxPictures) throw conflict(`A vehicle can have at most ${maxPictures} photos.`);
      if (!(await claimBytes(tx, key))) throw conflict('The upload took too long. Try again.');
      const row = await tx
        .insertInto('vehicle_pictures')
        .values({
          id: pictureId,
          unit_id: vehicleId,
          storage_key: key,
          etag: createHash('sha256').update(picture.large).digest('base64url').slice(0, 22),
          width: picture.width,
          height: picture.height,
          size_bytes: picture.large.length,
          position: last + 1,
          created_by: actor.userId,
        })
        .onConflict((other) => other.column('id').doNothing())
        .returning(['id', 'width', 'height'])
        .executeTakeFirst();
      if (!row) throw conflict('This photo was uploaded twice at the same time. Try again.');
      await bumpVersion(tx, vehicleId);
      await addEvent(tx, vehicleId, actor.userId, { kind: 'picture_added' });
      return row;
    });
  }).catch(async (error) => {
    const existing = await findPicture(db, actor, { vehicleId, pictureId });
    if (existing) return existing;
    throw error;
  });
}

/** Deletes the row first and records its key as loose: a row always has its bytes. */
export function removePicture(platform: Platform): Handler<typeof calls.removePicture> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params: { vehicleId, pictureId } }) => {
    const store = await getStore(db, actor, vehicleId);
    const key = await db.transaction().execute(async (tx) => {
      await lockVehicle(tx, actor, vehicleId);
      const deleted = await tx
        .deleteFrom('vehicle_pictures')
        .where('id', '=', pictureId)
        .where('unit_id', '=', vehicleId)
        .returning('storage_key')
        .executeTakeFirst();
      if (!deleted) throw notFound();
      await tx
        .insertInto('vehicle_loose_files')
        .values({ storage_key: deleted.storage_key })
        .execute();
      await bumpVersion(tx, vehicleId);
      await addEvent(tx, vehicleId, actor.userId, { kind: 'picture_removed' });
      return deleted.storage_key;
    });
    // Bytes that cannot be deleted now are swept later.
    await deleteBytes(platform, [key]).catch(() => {});
    publishVehicleChanged(platform, { id: vehicleId, store });
    return { message: 'Photo removed' };
  };
}

export function putPictureFirst(platform: Platform): Handler<typeof calls.putPictureFirst> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params: { vehicleId, pictureId } }) => {
    const store = await getStore(db, actor, vehicleId);
    await db.transaction().execute(async (tx) => {
      await lockVehicle(tx, actor, vehicleId);
      const moved = await tx
        .updateTable('vehicle_pictures')
        .set({
          position: sql<number>`(select min(position) - 1 from vehicle_pictures
            where unit_id = ${vehicleId})`,
        })
        .where('id', '=', pictureId)
        .where('unit_id', '=', vehicleId)
        .executeTakeFirst();
      if (moved.numUpdatedRows === 0n) throw notFound();
      await bumpVersion(tx, vehicleId);
    });
    publishVehicleChanged(platform, { id: vehicleId, store });
    return { message: 'Photo moved to first' };
  };
}

/** Access is checked on every read. */
export function readPicture({ db, storage }: Platform): Handler<typeof calls.readPicture> {
  return async ({ actor, params, query: { size } }) => {
    const picture = await findPicture(db, actor, params);
    if (!picture) throw notFound();
    const key = size === 'small' ? thumbnailOf(picture.storage_key) : picture.storage_key;
    const bytes = await buffer(await storage.open(key));
    return { mediaType: 'image/webp' as const, bytes, etag: `${picture.etag}-${size}` };
  };
}
