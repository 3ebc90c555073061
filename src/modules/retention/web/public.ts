export { FileRetention } from './FileRetention.tsx';
