export { createPresenceSource } from './index.ts';
