export { NotesManager } from './NotesManager.tsx';
