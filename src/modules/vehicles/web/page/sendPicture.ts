import { v4 as uuid } from 'uuid';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { pathOf } from '../../../../platform/web/api/path.ts';
import { fetchInSession } from '../../../../platform/web/api/session.ts';
import { addPicture } from '../../contract/pictures.ts';

/** Uploads a photo unchanged; the server resizes it. */
export async function uploadPicture(vehicleId: number, picture: File): Promise<void> {
  const { method, path } = addPicture;
  const address = pathOf(path, { params: { vehicleId, pictureId: uuid() } });
  const response = await fetchInSession(address, { method, body: picture });
  if (response.ok) return;
  throw new ApiError(response.status, response.statusText, await response.text());
}
