import { describe, expect, it } from 'vitest';
import { staysAnchored } from '../web/messages/list/useEnd.ts';

const at = (offset: number, max: number) => ({ offset, max });

describe('the end of a conversation', () => {
  it('stays anchored while content above grows, however much', () => {
    expect(staysAnchored(true, at(500, 500), at(500, 640))).toBe(true);
    // The page scrolls in steps: each may fall short of what has grown in the meantime.
    expect(staysAnchored(true, at(500, 640), at(600, 700))).toBe(true);
  });

  it('stays anchored while the list shrinks or its box grows', () => {
    expect(staysAnchored(true, at(500, 500), at(380, 380))).toBe(true);
    expect(staysAnchored(true, at(500, 500), at(380, 460))).toBe(false);
    expect(staysAnchored(true, at(500, 560), at(460, 520))).toBe(true);
  });

  it('is released when scrolling up, and anchored again when scrolling down to it', () => {
    expect(staysAnchored(true, at(500, 500), at(470, 500))).toBe(false);
    expect(staysAnchored(false, at(470, 500), at(490, 500))).toBe(false);
    expect(staysAnchored(false, at(490, 500), at(499, 500))).toBe(true);
  });

  it('is not anchored for a user reading above while content grows', () => {
    expect(staysAnchored(false, at(100, 500), at(100, 700))).toBe(false);
    expect(staysAnchored(false, at(100, 500), at(300, 700))).toBe(false);
  });
});
