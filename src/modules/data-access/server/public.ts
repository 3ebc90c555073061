export { alertAdministrators } from './alert.ts';
