import { notFound } from '../../../../platform/server/http/errors.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import * as calls from '../../contract/pictures.ts';
import { storesOf } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { assertVisible } from '../record/find.ts';
import type { VehicleDb } from '../tables.ts';
import { dropForgottenBytes } from './bytes.ts';
import { dropPicture, findPicture, keepPicture, putFirst, readBytes } from './keep.ts';

/** Pictures of cars: seen by whoever may see the car, and asked for each time. */
export function addPictures(platform: Platform): void {
  const { routes, storage, parsing, limits, jobs } = platform;
  const db: VehicleDb = platform.db;
  const shelf = { db, storage, parsing };
  const uploads = limits('vehicle-picture', 120, 10 * 60);

  routes.add(calls.addPicture, async ({ actor, params, file }) => {
    const store = await assertVisible(db, storesOf(actor), params.vehicleId);
    const known = await findPicture(db, actor, params);
    if (known) return known;
    await uploads.consume(String(actor.userId));
    const kept = await keepPicture(shelf, actor, params, file);
    publishChanged(platform, { id: params.vehicleId, store });
    return kept;
  });
  routes.add(calls.removePicture, async ({ actor, params }) => {
    const store = await assertVisible(db, storesOf(actor), params.vehicleId);
    await dropPicture(shelf, actor, params);
    publishChanged(platform, { id: params.vehicleId, store });
    return { message: 'Picture removed' };
  });
  routes.add(calls.putPictureFirst, async ({ actor, params }) => {
    const store = await assertVisible(db, storesOf(actor), params.vehicleId);
    await putFirst(db, actor, params);
    publishChanged(platform, { id: params.vehicleId, store });
    return { message: 'Picture put first' };
  });
  routes.add(calls.readPicture, async ({ actor, params, query }) => {
    const row = await findPicture(db, actor, params);
    if (!row) throw notFound();
    const bytes = await readBytes(shelf, row.storage_key, query.size);
    return { mediaType: 'image/webp' as const, bytes, etag: `${row.etag}-${query.size}` };
  });
  jobs.schedule('vehicles.pictures.sweep', '23 9 * * *', () => dropForgottenBytes(shelf));
}
