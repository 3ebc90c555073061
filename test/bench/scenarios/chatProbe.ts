/** Measures inside the page. */
export interface Probe {
  /** Clicks a conversation in the list, and returns the time until its messages are painted, in ms. */
  switchTo(name: string): Promise<number>;
  watchKeys(): void;
  /** The time of the page's own work at each key, including rendering, in ms. */
  keysMs(): number[];
  /** The time between frames while scrolling up through the history, in ms. */
  scrollUp(frames: number): Promise<number[]>;
}

/** Runs in the page before its own scripts; it cannot use anything outside of this function. */
export function installProbe(): void {
  const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const list = (name: string) =>
    document.querySelector<HTMLElement>(`[role=log][aria-label="Messages in ${name}"]`);
  const keys: number[] = [];

  const probe: Probe = {
    async switchTo(name) {
      const buttons = document.querySelectorAll<HTMLElement>('[aria-label=Conversations] button');
      const button = [...buttons].find(({ textContent }) => textContent?.startsWith(name));
      if (!button) throw new Error(`There is no conversation ${name}`);
      const start = performance.now();
      button.click();
      while (!list(name)?.querySelector('li')) {
        if (performance.now() - start > 10_000) throw new Error(`${name} did not appear`);
        await nextFrame();
      }
      // This frame renders the messages; the next one begins when they are painted.
      await nextFrame();
      return performance.now() - start;
    },
    watchKeys() {
      let began = 0;
      let down = 0;
      const begin = () => {
        began = performance.now();
      };
      window.addEventListener('keydown', begin, true);
      window.addEventListener('keydown', () => {
        down = performance.now() - began;
      });
      window.addEventListener('input', begin, true);
      window.addEventListener('input', () => {
        // The page renders in a microtask that it queued before this one.
        queueMicrotask(() => queueMicrotask(() => keys.push(down + performance.now() - began)));
      });
    },
    keysMs: () => keys,
    async scrollUp(frames) {
      const scroller = document.querySelector<HTMLElement>('[role=log]');
      const timesMs: number[] = [];
      let before = await nextFrame();
      for (let frame = 0; frame < frames; frame++) {
        if (scroller) scroller.scrollTop -= 400;
        const now = await nextFrame();
        timesMs.push(now - before);
        before = now;
      }
      return timesMs;
    },
  };
  Object.assign(window, { chatProbe: probe });
}
