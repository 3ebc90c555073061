import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { readReply } from '../../../../platform/web/api/call.ts';
import { fetchInSession } from '../../../../platform/web/api/session.ts';
import { type DashboardConfig, uploadBackground } from '../../contract/dashboard.ts';

/** Uploads the original file; the server re-encodes it. */
export async function sendBackground(image: File): Promise<DashboardConfig> {
  const { method, path } = uploadBackground;
  const response = await fetchInSession(path, { method, body: image });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, response.statusText, text);
  return readReply(uploadBackground, text);
}
