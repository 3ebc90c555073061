/** Floating surfaces share one background, one border and one shadow. */
export const floatClasses =
  'float z-50 rounded-md border border-border bg-raised text-text shadow-float ' +
  'max-h-(--radix-popper-available-height) max-w-[calc(100vw-16px)]';
