/** The composer's tool buttons: muted, 32 px with a mouse, 44 px on touch screens. */
export const toolClasses =
  'size-8! text-muted! hover:text-text! aria-pressed:bg-hover aria-pressed:text-text! touch:size-11!';
