export { beginNotifying } from './begin.ts';
export { findDoNotDisturb } from './doNotDisturb.ts';
export { notificationImportHooks } from './importHooks.ts';
export { keyOf as notificationKeyOf, partPrefix } from './keys.ts';
