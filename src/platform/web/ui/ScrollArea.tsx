import { clsx } from 'clsx';
import type { ComponentProps, Ref } from 'react';

export interface ScrollAreaProps extends Omit<ComponentProps<'div'>, 'ref'> {
  viewportRef?: Ref<HTMLDivElement> | undefined;
}

/**
 * A scroll area with native scrolling. The bar shows while the pointer is over the area or it has the focus, and
 * hides 600 ms later; its width is reserved, so nothing moves.
 */
export function ScrollArea({ className, viewportRef, ...rest }: ScrollAreaProps) {
  return (
    <div {...rest} ref={viewportRef} className={clsx('scroll-area overflow-y-auto', className)} />
  );
}
