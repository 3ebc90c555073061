import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { add, fetchVehicle, openVehicleStage, type VehicleStage } from './stage.ts';

let stage: VehicleStage;
let walt: StageUser;
beforeAll(async () => {
  stage = await openVehicleStage();
  walt = await stage.addEmployee();
});
afterAll(() => stage.stop());

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#884422' } })
    .withExif({ IFD0: { Copyright: 'Someone' } })
    .jpeg()
    .toBuffer();
const uploadPhoto = (
  { client }: StageUser,
  vehicleId: number,
  body: Uint8Array,
  id = crypto.randomUUID(),
) => client.raw('PUT', `/api/vehicles/${vehicleId}/pictures/${id}`, { body });
const read = ({ client }: StageUser, vehicleId: number, id: string, size = 'large') =>
  client.raw('GET', `/api/vehicles/${vehicleId}/pictures/${id}?size=${size}`);

describe('a photo of a vehicle', () => {
  test('is stored without metadata, large and as a thumbnail, in order', async () => {
    const car = await add(walt);
    const { status, body } = await uploadPhoto(walt, car.id, await photo(3_000, 1_500));
    expect([status, body]).toEqual([201, { id: body.id, width: 2_048, height: 1_024 }]);
    const second = (await uploadPhoto(walt, car.id, await photo(300, 200))).body;
    const page = (await fetchVehicle(walt, car.id)).body;
    expect([page.pictureId, page.pictures.map(({ id }) => id)]).toEqual([
      body.id,
      [body.id, second.id],
    ]);
    for (const size of ['large', 'small']) {
      const response = await read(walt, car.id, body.id, size);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
    const first = `/api/vehicles/${car.id}/pictures/${second.id}/first`;
    expect((await walt.client.raw('POST', first)).status).toBe(200);
    expect((await fetchVehicle(walt, car.id)).body.pictureId).toBe(second.id);
  });

  test('is stored once when the upload is repeated', async () => {
    const car = await add(walt);
    const bytes = await photo(60, 40);
    const id = crypto.randomUUID();
    const responses = await Promise.all([1, 2].map(() => uploadPhoto(walt, car.id, bytes, id)));
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect((await fetchVehicle(walt, car.id)).body.pictures).toHaveLength(1);
    const loose = await stage.platform.db.selectFrom('vehicle_loose_files').selectAll().execute();
    expect(loose).toEqual([]);
  });

  test('is deleted for everyone with its bytes', async () => {
    const car = await add(walt);
    const { id } = (await uploadPhoto(walt, car.id, await photo(60, 40))).body;
    const row = await stage.platform.db
      .selectFrom('vehicle_pictures')
      .select('storage_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const path = `/api/vehicles/${car.id}/pictures/${id}`;
    expect((await walt.client.raw('DELETE', path)).status).toBe(200);
    expect((await read(walt, car.id, id)).status).toBe(404);
    expect(await stage.platform.storage.stat(row.storage_key)).toBeNull();
    expect((await walt.client.raw('DELETE', path)).status).toBe(404);
  });

  test.each([
    ['not an image', 415, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['broken', 400, Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0])],
    ['empty', 400, Buffer.alloc(0)],
  ])('is refused if it is %s', async (_, expected, bytes) => {
    const car = await add(walt);
    expect((await uploadPhoto(walt, car.id, bytes)).status).toBe(expected);
    expect((await fetchVehicle(walt, car.id)).body.pictures).toEqual([]);
    const loose = await stage.platform.db.selectFrom('vehicle_loose_files').selectAll().execute();
    expect(loose).toEqual([]);
  });

  test('is visible, added and removed only with access', async () => {
    const car = await add(walt);
    const bytes = await photo(60, 40);
    const { id } = (await uploadPhoto(walt, car.id, bytes)).body;
    const hyundai = await stage.addEmployee({ storeAccess: ['hyundai'] });
    const path = `/api/vehicles/${car.id}/pictures/${id}`;
    expect((await read(hyundai, car.id, id)).status).toBe(404);
    expect((await uploadPhoto(hyundai, car.id, bytes)).status).toBe(404);
    expect((await hyundai.client.raw('DELETE', path)).status).toBe(404);
    const other = await add(walt);
    expect((await read(walt, other.id, id)).status).toBe(404);
    const reader = await stage.addEmployee({ featurePermissions: ['view_data'] });
    expect((await read(reader, car.id, id)).status).toBe(200);
    expect((await uploadPhoto(reader, car.id, bytes)).status).toBe(403);
  });
});
