import { createContext } from 'react';

/** What ticking a box does, told by its number in the text; null where boxes only show how they stand. */
export const TaskContext = createContext<((at: number) => void) | null>(null);
