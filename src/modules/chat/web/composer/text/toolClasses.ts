/** The buttons around the box: calm, 32 px for a pointer, 44 px for a finger. */
export const toolClasses =
  'size-8! text-muted! hover:text-text! aria-pressed:bg-hover aria-pressed:text-text! touch:size-11!';
