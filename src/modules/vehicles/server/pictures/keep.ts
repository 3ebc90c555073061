import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, invalid, notFound } from '../../../../platform/server/http/errors.ts';
import type { IncomingFile } from '../../../../platform/server/http/files/upload.ts';
import { picturesAtMost } from '../../contract/pictures.ts';
import { storesOf } from '../policy.ts';
import { addEvent } from '../record/events.ts';
import { bumpVersion, lockVehicle } from '../record/find.ts';
import { inStores } from '../record/rows.ts';
import type { VehicleDb } from '../tables.ts';
import { claimBytes, dropBytes, putBytes, type Shelf, smallOf } from './bytes.ts';
import { type Pictured, toPictures } from './raster.ts';

interface Named {
  vehicleId: number;
  pictureId: string;
}

const shown = ['id', 'width', 'height'] as const;

/** The picture there is of this car, for who may see the car. */
export async function findPicture(db: VehicleDb, actor: Actor, { vehicleId, pictureId }: Named) {
  return db
    .selectFrom('vehicle_pictures as p')
    .innerJoin('vehicles as v', 'v.id', 'p.vehicle_id')
    .select(['p.id', 'p.width', 'p.height', 'p.storage_key', 'p.etag', 'p.position'])
    .where('p.id', '=', pictureId)
    .where('p.vehicle_id', '=', vehicleId)
    .where(inStores(storesOf(actor)))
    .executeTakeFirst();
}

/** Stores a picture; where the same id got there first, answers what that one stored. */
export async function keepPicture(shelf: Shelf, actor: Actor, named: Named, file: IncomingFile) {
  const bytes = await buffer(file.stream);
  if (bytes.length === 0) throw invalid('This file is empty.');
  const picture = await toPictures(shelf.parsing, bytes);
  const key = await putBytes(shelf, picture);
  try {
    return await shelf.db.transaction().execute(async (tx) => {
      await lockVehicle(tx, actor, named.vehicleId);
      return insert(tx, actor, named, { picture, key });
    });
  } catch (error) {
    // The failure is what matters; what cannot be dropped now is found by its note.
    await dropBytes(shelf, [key]).catch(() => {});
    const first = await findPicture(shelf.db, actor, named);
    if (first) return first;
    throw error;
  }
}

async function insert(
  tx: VehicleDb,
  actor: Actor,
  { vehicleId, pictureId }: Named,
  { picture, key }: { picture: Pictured; key: string },
) {
  const { count, last } = await tx
    .selectFrom('vehicle_pictures')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(max(position), 0)`.as('last')])
    .where('vehicle_id', '=', vehicleId)
    .executeTakeFirstOrThrow();
  if (count >= picturesAtMost) throw conflict(`A car has at most ${picturesAtMost} pictures.`);
  if (!(await claimBytes(tx, key))) throw conflict('The upload took too long. Please try again.');
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
    .returning(shown)
    .executeTakeFirst();
  if (!row) throw conflict('This picture was brought in twice at once. Please try again.');
  await bumpVersion(tx, vehicleId);
  await addEvent(tx, vehicleId, actor.userId, { kind: 'picture_added' });
  return row;
}

export async function readBytes({ storage }: Shelf, key: string, size: 'large' | 'small') {
  return buffer(await storage.open(size === 'small' ? smallOf(key) : key));
}

/** The row goes first and leaves a note of its key: a row always has its bytes. */
export async function dropPicture(shelf: Shelf, actor: Actor, named: Named): Promise<void> {
  const key = await shelf.db.transaction().execute(async (tx) => {
    await lockVehicle(tx, actor, named.vehicleId);
    const gone = await tx
      .deleteFrom('vehicle_pictures')
      .where('id', '=', named.pictureId)
      .where('vehicle_id', '=', named.vehicleId)
      .returning('storage_key')
      .executeTakeFirst();
    if (!gone) throw notFound();
    await tx.insertInto('vehicle_loose_files').values({ storage_key: gone.storage_key }).execute();
    await bumpVersion(tx, named.vehicleId);
    await addEvent(tx, named.vehicleId, actor.userId, { kind: 'picture_removed' });
    return gone.storage_key;
  });
  // What cannot be dropped now is found by its note.
  await dropBytes(shelf, [key]).catch(() => {});
}

export async function putFirst(db: VehicleDb, actor: Actor, named: Named): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockVehicle(tx, actor, named.vehicleId);
    const moved = await tx
      .updateTable('vehicle_pictures')
      .set({
        position: sql<number>`(select min(position) - 1 from vehicle_pictures
          where vehicle_id = ${named.vehicleId})`,
      })
      .where('id', '=', named.pictureId)
      .where('vehicle_id', '=', named.vehicleId)
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n) throw notFound();
    await bumpVersion(tx, named.vehicleId);
  });
}
