import { useSyncExternalStore } from 'react';

/** What the server knew when it drew the first screen. Hydration renders the same once more, only then what is so now. */
export interface Drawn {
  /** When it was drawn, in milliseconds. */
  at: number;
  isApple: boolean;
  /** Whether the page is drawn, too, not only the layout around it. */
  hasContent: boolean;
  /** The channel whose newest messages are drawn beside the page. */
  conversation: string | null;
  /** The choices of this browser that the first screen shows, as its cookies have them. */
  choices: Record<string, unknown>;
}

/** For pages that the build has rendered: they show none of it. */
const unknown: Drawn = {
  at: 0,
  isApple: false,
  hasContent: false,
  conversation: null,
  choices: {},
};

let current = unknown;

/** Before the render that it is for, which must not be interrupted: the server renders for everyone in one process. */
export function setDrawn(drawn: Drawn): void {
  current = drawn;
}

const never = () => () => {};
const nothing = () => undefined;

/** On the server and while the browser hydrates what came from it; then undefined. */
export const useDrawn = (): Drawn | undefined =>
  useSyncExternalStore(never, nothing, drawnOnServer);

export const drawnOnServer = (): Drawn => current;
