import { describe, expect, it } from 'vitest';
import { holdsEnd } from '../web/messages/list/useEnd.ts';

const at = (offset: number, max: number) => ({ offset, max });

describe('the end of a conversation', () => {
  it('is held while what stands above it grows, however much that is', () => {
    expect(holdsEnd(true, at(500, 500), at(500, 640))).toBe(true);
    // The page follows in steps: each may fall short of what has grown meanwhile.
    expect(holdsEnd(true, at(500, 640), at(600, 700))).toBe(true);
  });

  it('is held while the list shrinks, or its box grows', () => {
    expect(holdsEnd(true, at(500, 500), at(380, 380))).toBe(true);
    expect(holdsEnd(true, at(500, 500), at(380, 460))).toBe(false);
    expect(holdsEnd(true, at(500, 560), at(460, 520))).toBe(true);
  });

  it('is left by who scrolls up, and reached by who comes down to it', () => {
    expect(holdsEnd(true, at(500, 500), at(470, 500))).toBe(false);
    expect(holdsEnd(false, at(470, 500), at(490, 500))).toBe(false);
    expect(holdsEnd(false, at(490, 500), at(499, 500))).toBe(true);
  });

  it('is not held by who has left it and reads above while it grows', () => {
    expect(holdsEnd(false, at(100, 500), at(100, 700))).toBe(false);
    expect(holdsEnd(false, at(100, 500), at(300, 700))).toBe(false);
  });
});
