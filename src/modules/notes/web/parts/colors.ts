import type { CSSProperties } from 'react';
import type { NoteColor } from '../../contract.ts';

const hues: Record<NoteColor, number | null> = {
  yellow: 95,
  green: 150,
  blue: 245,
  purple: 305,
  pink: 5,
  gray: null,
};

export const colorNames: Record<NoteColor, string> = {
  yellow: 'Yellow',
  green: 'Green',
  blue: 'Blue',
  purple: 'Purple',
  pink: 'Pink',
  gray: 'Gray',
};

/** For `paper`: the theme's tint in the note's hue, so that text stays legible in every theme. */
export function paperStyle(color: NoteColor): CSSProperties {
  const hue = hues[color];
  const paper = hue === null ? 'var(--fill)' : `oklch(var(--tint) ${hue})`;
  return { '--paper': paper } as CSSProperties;
}

export const paper = 'bg-[color-mix(in_oklab,var(--paper)_65%,var(--surface))]';
