export { beginNotifying } from './begin.ts';
export { findDoNotDisturb } from './doNotDisturb.ts';
export { notificationFollower } from './importFollower.ts';
export { keyOf as notificationKeyOf, partPrefix } from './keys.ts';
