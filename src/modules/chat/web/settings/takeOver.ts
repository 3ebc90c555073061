import { call } from '../../../../platform/web/api/call.ts';
import { listChannels } from '../../contract/channels.ts';
import {
  type ChatSettings,
  defaultSettings,
  type SettingsChange,
  saveChatSettings,
} from '../../contract/settings.ts';

const keyOf = (userId: number) => `forecourt-chat-settings-${userId}`;

/**
 * Moves what an earlier version kept in this browser to the server, once: what was saved there since is
 * newer and stays. Should it fail, it is tried again with the next page.
 */
export async function takeOver(userId: number, settings: ChatSettings): Promise<ChatSettings> {
  const kept = read(userId);
  if (!kept) return settings;
  try {
    const moved = settings.version === 0 ? await move(kept) : settings;
    localStorage.removeItem(keyOf(userId));
    return moved;
  } catch {
    // The settings of the server are there all the same.
    return settings;
  }
}

function read(userId: number): Partial<ChatSettings> | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    return typeof kept === 'object' ? kept : null;
  } catch {
    // Storage is forbidden, or it was written by hand.
    return null;
  }
}

/** Channels that have gone since are no longer anybody's to mute. */
async function move(kept: Partial<ChatSettings>): Promise<ChatSettings> {
  const known = new Set((await call(listChannels)).map(({ id }) => id));
  const change: SettingsChange = { schedule: { ...defaultSettings.schedule, ...kept.schedule } };
  for (const flag of ['all', 'mentions', 'threads', 'keywords'] as const) {
    if (typeof kept[flag] === 'boolean') change[flag] = kept[flag];
  }
  if (Array.isArray(kept.mutedChannels)) {
    change.mutedChannels = kept.mutedChannels.filter((id) => known.has(id));
  }
  return call(saveChatSettings, { body: change });
}
