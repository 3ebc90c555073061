import * as z from 'zod/mini';
import { endpoint, picture } from '../../../platform/contract/endpoint.ts';
import { idParam, message } from '../../../platform/contract/fields.ts';
import { readAccess, writeAccess } from './vehicle.ts';

/** Per file, in bytes. */
export const pictureMaxBytes = 25 * 1024 * 1024;
export const maxPictures = 40;

const params = { vehicleId: idParam, pictureId: z.uuid() };

export const addPicture = endpoint({
  method: 'PUT',
  path: '/api/vehicles/:vehicleId/pictures/:pictureId',
  summary: 'Add a photo of a vehicle; repeating the id returns the same photo',
  access: writeAccess,
  params,
  bodyType: 'file',
  maxBytes: pictureMaxBytes,
  reply: z.object({ id: z.string(), width: z.number(), height: z.number() }),
  status: 201,
});

export const removePicture = endpoint({
  method: 'DELETE',
  path: '/api/vehicles/:vehicleId/pictures/:pictureId',
  summary: 'Remove a photo of a vehicle',
  access: writeAccess,
  params,
  reply: message,
});

export const putPictureFirst = endpoint({
  method: 'POST',
  path: '/api/vehicles/:vehicleId/pictures/:pictureId/first',
  summary: 'Make a photo the first of its vehicle',
  access: writeAccess,
  params,
  reply: message,
});

export const readPicture = endpoint({
  method: 'GET',
  path: '/api/vehicles/:vehicleId/pictures/:pictureId',
  summary: 'A photo of a vehicle, large or as a thumbnail',
  access: readAccess,
  params,
  query: { size: z._default(z.enum(['large', 'small']), 'large') },
  reply: picture,
  replyType: 'picture',
});
