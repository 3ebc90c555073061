import type { Platform } from '../../../../platform/server/platform.ts';
import * as contract from '../../contract/settings.ts';
import type { ChatServices } from '../services.ts';
import {
  getChatSettings,
  muteChannel,
  type SettingsServices,
  saveChatSettings,
} from './settings.ts';

/** A user's chat notification settings, the same on every device. */
export function addSettingsRoutes(
  { routes, db }: Platform,
  { realtime, fixed }: ChatServices,
): void {
  const settingsServices: SettingsServices = { db, realtime, fixed };
  routes.add(contract.getChatSettings, ({ actor }) => getChatSettings(db, actor.userId));
  routes.add(contract.saveChatSettings, ({ actor, body }) =>
    saveChatSettings(settingsServices, actor, body as contract.SettingsChange),
  );
  routes.add(contract.muteChannel, ({ actor, params, body }) =>
    muteChannel(settingsServices, actor, { ...params, ...body }),
  );
}
