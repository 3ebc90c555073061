import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { readReply } from '../../../../platform/web/api/call.ts';
import { fetchInSession } from '../../../../platform/web/api/session.ts';
import { type DashboardConfig, uploadBackground } from '../../contract/dashboard.ts';

/** Sends a picture as it is; what it becomes is the server's. */
export async function sendBackground(picture: File): Promise<DashboardConfig> {
  const { method, path } = uploadBackground;
  const response = await fetchInSession(path, { method, body: picture });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, response.statusText, text);
  return readReply(uploadBackground, text);
}
