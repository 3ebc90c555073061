import { call } from '../../../../platform/web/api/call.ts';
import {
  type ChatSettings,
  defaultSettings,
  type SettingsChange,
  saveChatSettings,
} from '../../contract.ts';

const keyOf = (userId: number) => `forecourt-chat-settings-${userId}`;

/**
 * Moves settings stored in this browser by an earlier version to the server, once; settings already
 * saved there win. Retried with the next page on failure.
 */
export async function takeOver(userId: number, settings: ChatSettings): Promise<ChatSettings> {
  const stored = read(userId);
  if (!stored) return settings;
  try {
    const moved = settings.version === 0 ? await move(stored) : settings;
    localStorage.removeItem(keyOf(userId));
    return moved;
  } catch {
    // Use the server's settings.
    return settings;
  }
}

function read(userId: number): Partial<ChatSettings> | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    return typeof stored === 'object' ? stored : null;
  } catch {
    // Storage is blocked or invalid.
    return null;
  }
}

/** Drops channels that no longer exist. */
async function move(stored: Partial<ChatSettings>): Promise<ChatSettings> {
  // Imported here only: the chat is large, and the first screen does without it.
  const { listChannels } = await import('../../../chat/web/public.ts');
  const known = new Set((await call(listChannels)).map(({ id }) => id));
  const change: SettingsChange = { schedule: { ...defaultSettings.schedule, ...stored.schedule } };
  for (const flag of ['all', 'mentions', 'threads', 'keywords'] as const) {
    if (typeof stored[flag] === 'boolean') change[flag] = stored[flag];
  }
  if (Array.isArray(stored.mutedChannels)) {
    change.mutedChannels = stored.mutedChannels.filter((id) => known.has(id));
  }
  return call(saveChatSettings, { body: change });
}
