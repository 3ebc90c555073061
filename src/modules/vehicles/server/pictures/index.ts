import { notFound } from '../../../../platform/server/http/errors.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import * as calls from '../../contract/pictures.ts';
import { storesOf } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { assertVisible } from '../record/find.ts';
import type { VehicleDb } from '../tables.ts';
import { sweepLooseBytes } from './bytes.ts';
import { deletePicture, findPicture, putFirst, readBytes, storePicture } from './store.ts';

/** Vehicle photos. Access is checked on every read. */
export function addPictures(platform: Platform): void {
  const { routes, storage, parsing, limits, jobs } = platform;
  const db: VehicleDb = platform.db;
  const photoStore = { db, storage, parsing };
  const uploads = limits('vehicle-picture', 120, 10 * 60);

  routes.add(calls.addPicture, async ({ actor, params, file }) => {
    const store = await assertVisible(db, storesOf(actor), params.vehicleId);
    const existing = await findPicture(db, actor, params);
    if (existing) return existing;
    await uploads.consume(String(actor.userId));
    const stored = await storePicture(photoStore, actor, params, file);
    publishChanged(platform, { id: params.vehicleId, store });
    return stored;
  });
  routes.add(calls.removePicture, async ({ actor, params }) => {
    const store = await assertVisible(db, storesOf(actor), params.vehicleId);
    await deletePicture(photoStore, actor, params);
    publishChanged(platform, { id: params.vehicleId, store });
    return { message: 'Photo removed' };
  });
  routes.add(calls.putPictureFirst, async ({ actor, params }) => {
    const store = await assertVisible(db, storesOf(actor), params.vehicleId);
    await putFirst(db, actor, params);
    publishChanged(platform, { id: params.vehicleId, store });
    return { message: 'Photo moved to first' };
  });
  routes.add(calls.readPicture, async ({ actor, params, query }) => {
    const row = await findPicture(db, actor, params);
    if (!row) throw notFound();
    const bytes = await readBytes(photoStore, row.storage_key, query.size);
    return { mediaType: 'image/webp' as const, bytes, etag: `${row.etag}-${query.size}` };
  });
  jobs.schedule('vehicles.pictures.sweep', '23 9 * * *', () => sweepLooseBytes(photoStore));
}
