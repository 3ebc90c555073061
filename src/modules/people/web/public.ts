export { renewAvatar, useAvatar } from './avatar.ts';
