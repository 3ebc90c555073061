import { clsx } from 'clsx';
import type { ComponentProps, Ref } from 'react';

export interface ScrollAreaProps extends Omit<ComponentProps<'div'>, 'ref'> {
  viewportRef?: Ref<HTMLDivElement> | undefined;
}

/**
 * Scrolls what does not fit, with the browser's own scrolling. The bar shows while the pointer is over the area or it has the
 * focus, and hides 600 ms after; its width is kept free, so nothing moves when it comes and goes.
 */
export function ScrollArea({ className, viewportRef, ...rest }: ScrollAreaProps) {
  return (
    <div {...rest} ref={viewportRef} className={clsx('scroll-area overflow-y-auto', className)} />
  );
}
