import * as z from 'zod/mini';
import { endpoint, picture } from '../../platform/contract/endpoint.ts';
import { idParam, message, personName } from '../../platform/contract/fields.ts';
import { personSession } from '../access/contract.ts';
import { user } from '../people/contract.ts';

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/profile',
  summary: 'Change your own name',
  access: 'signedIn',
  body: { firstName: z.optional(personName), lastName: z.optional(personName) },
  reply: user,
});

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/api/profile/sessions',
  summary: 'Where you are signed in',
  access: 'signedIn',
  reply: z.array(personSession),
});

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/api/profile/sessions/:sessionId',
  summary: 'Sign out another of your devices',
  access: 'signedIn',
  params: { sessionId: z.uuid() },
  reply: message,
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/profile/sessions',
  summary: 'Sign out everywhere else',
  access: 'signedIn',
  reply: message,
});

/** A picture as base64, up to 700 kB of it; stored as a small raster picture of our own making. */
export const setAvatar = endpoint({
  method: 'PUT',
  path: '/api/profile/avatar',
  summary: 'Set your picture',
  access: 'signedIn',
  body: { image: z.string().check(z.minLength(1), z.maxLength(960_000)) },
  reply: message,
});

export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/profile/avatar',
  summary: 'Go back to your initials',
  access: 'signedIn',
  reply: message,
});

export const getAvatar = endpoint({
  method: 'GET',
  path: '/api/avatar/:userId',
  summary: 'Somebody’s picture, or their initials where there is none',
  access: 'signedIn',
  params: { userId: idParam },
  reply: picture,
  replyType: 'picture',
});
