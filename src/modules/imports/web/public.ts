export { ImportDialog, ImportMenu } from './ImportMenu.tsx';
