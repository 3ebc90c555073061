import * as z from 'zod/mini';
import { endpoint, picture } from '../../platform/contract/endpoint.ts';
import { idParam, message, personName } from '../../platform/contract/fields.ts';
import { personSession } from '../access/contract.ts';
import { nameRequest, user } from '../people/contract.ts';

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/profile',
  summary: 'Request a name change; with user management your own name changes immediately',
  access: 'signedIn',
  body: { firstName: z.optional(personName), lastName: z.optional(personName) },
  reply: z.extend(user, { nameRequest: z.nullable(nameRequest) }),
});

export const getNameRequest = endpoint({
  method: 'GET',
  path: '/api/profile/name-request',
  summary: 'Your pending name change',
  access: 'signedIn',
  reply: z.object({ request: z.nullable(nameRequest) }),
});

export const cancelNameRequest = endpoint({
  method: 'DELETE',
  path: '/api/profile/name-request',
  summary: 'Cancel your pending name change',
  access: 'signedIn',
  reply: message,
});

export const approveNameRequest = endpoint({
  method: 'POST',
  path: '/api/name-requests/:requestId/approval',
  summary: 'Approve a name change',
  access: 'signedIn',
  params: { requestId: idParam },
  reply: message,
});

export const declineNameRequest = endpoint({
  method: 'DELETE',
  path: '/api/name-requests/:requestId',
  summary: 'Decline a name change',
  access: 'signedIn',
  params: { requestId: idParam },
  reply: message,
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

/** An image as base64, up to 700 kB; stored as a small image that the server encodes itself. */
export const setAvatar = endpoint({
  method: 'PUT',
  path: '/api/profile/avatar',
  summary: 'Set your photo',
  access: 'signedIn',
  body: { image: z.string().check(z.minLength(1), z.maxLength(960_000)) },
  reply: message,
});

export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/profile/avatar',
  summary: 'Remove your photo',
  access: 'signedIn',
  reply: message,
});

export const avatarSchemes = ['light', 'dark', 'high-contrast'] as const;
export type AvatarScheme = (typeof avatarSchemes)[number];

export const getAvatar = endpoint({
  method: 'GET',
  path: '/api/avatar/:userId',
  summary: 'The photo of a person, or their initials if there is none',
  access: 'signedIn',
  params: { userId: idParam },
  query: {
    /** The colors of drawn initials; by default those that the viewer's system prefers. */
    scheme: z.optional(z.enum(avatarSchemes)),
  },
  reply: picture,
  replyType: 'picture',
});
