/** Cache kinds, so that each can be cleared. */
export const cacheKinds = [
  'apiResponses',
  'userSessions',
  'userStatuses',
  'notifications',
] as const;
export type CacheKind = (typeof cacheKinds)[number];
