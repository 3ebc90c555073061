import type { Platform } from '../../../platform/server/platform.ts';
import * as peopleCalls from '../../people/contract.ts';
import * as calls from '../contract.ts';
import { getAvatar, removeAvatar, setAvatar } from './avatar/avatar.ts';
import {
  approveNameRequest,
  cancelNameRequest,
  declineNameRequest,
  getNameRequest,
  listNameRequests,
  updateProfile,
} from './name.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './sessions.ts';

/**
 * Settings: what people change about themselves: photo, sessions, and the name they request, which others
 * approve. The session alone decides whose settings these are; no endpoint here takes the id of the person to
 * change.
 */
export function settingsModule(platform: Platform): void {
  const { routes } = platform;
  routes.add(calls.updateProfile, updateProfile(platform));
  routes.add(calls.getNameRequest, getNameRequest(platform));
  routes.add(calls.cancelNameRequest, cancelNameRequest(platform));
  routes.add(peopleCalls.listNameRequests, listNameRequests(platform));
  routes.add(calls.approveNameRequest, approveNameRequest(platform));
  routes.add(calls.declineNameRequest, declineNameRequest(platform));
  routes.add(calls.listOwnSessions, listOwnSessions(platform));
  routes.add(calls.endOwnSession, endOwnSession(platform));
  routes.add(calls.endOtherSessions, endOtherSessions(platform));
  routes.add(calls.setAvatar, setAvatar(platform));
  routes.add(calls.removeAvatar, removeAvatar(platform));
  routes.add(calls.getAvatar, getAvatar(platform));
}
