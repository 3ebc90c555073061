import { createContext } from 'react';

/** Toggles a task by its index in the text; null if tasks are read-only. */
export const TaskContext = createContext<((at: number) => void) | null>(null);
