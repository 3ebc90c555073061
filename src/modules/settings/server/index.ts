import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract.ts';
import { avatarAnswer, avatarChange, avatarRemoval } from './avatar/avatar.ts';
import { profileUpdate } from './profile.ts';
import { otherSessionsEnding, ownSessionEnding, ownSessions } from './sessions.ts';

/**
 * Settings: what people change of themselves: name, picture, the devices they are signed in on. Whose they
 * are is the session's word alone; nothing here takes the id of somebody to change.
 */
export function settingsModule(platform: Platform): void {
  const { routes } = platform;
  routes.add(calls.updateProfile, profileUpdate(platform));
  routes.add(calls.listOwnSessions, ownSessions(platform));
  routes.add(calls.endOwnSession, ownSessionEnding(platform));
  routes.add(calls.endOtherSessions, otherSessionsEnding(platform));
  routes.add(calls.setAvatar, avatarChange(platform));
  routes.add(calls.removeAvatar, avatarRemoval(platform));
  routes.add(calls.getAvatar, avatarAnswer(platform));
}
