export { SystemManagement } from './SystemManagement.tsx';
