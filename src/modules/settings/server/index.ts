import type { Platform } from '../../../platform/server/platform.ts';
import { listNameRequests } from '../../people/contract.ts';
import * as calls from '../contract.ts';
import { avatarAnswer, avatarChange, avatarRemoval } from './avatar/avatar.ts';
import {
  nameApproval,
  nameRefusal,
  nameRequestCancelling,
  nameRequests,
  ownNameRequest,
  profileUpdate,
} from './name.ts';
import { otherSessionsEnding, ownSessionEnding, ownSessions } from './sessions.ts';

/**
 * Settings: what people change of themselves: picture, the devices they are signed in on, and the name they ask for,
 * which others approve. Whose they are is the session's word alone; nothing here takes the id of somebody to change.
 */
export function settingsModule(platform: Platform): void {
  const { routes } = platform;
  routes.add(calls.updateProfile, profileUpdate(platform));
  routes.add(calls.getNameRequest, ownNameRequest(platform));
  routes.add(calls.cancelNameRequest, nameRequestCancelling(platform));
  routes.add(listNameRequests, nameRequests(platform));
  routes.add(calls.approveNameRequest, nameApproval(platform));
  routes.add(calls.declineNameRequest, nameRefusal(platform));
  routes.add(calls.listOwnSessions, ownSessions(platform));
  routes.add(calls.endOwnSession, ownSessionEnding(platform));
  routes.add(calls.endOtherSessions, otherSessionsEnding(platform));
  routes.add(calls.setAvatar, avatarChange(platform));
  routes.add(calls.removeAvatar, avatarRemoval(platform));
  routes.add(calls.getAvatar, avatarAnswer(platform));
}
