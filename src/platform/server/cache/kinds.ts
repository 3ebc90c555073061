/** What is remembered, so that it can be forgotten by kind. */
export const cacheKinds = [
  'apiResponses',
  'userSessions',
  'userStatuses',
  'notifications',
] as const;
export type CacheKind = (typeof cacheKinds)[number];
