import { autoUpdate, flip, limitShift, offset, shift, useFloating } from '@floating-ui/react-dom';
import { clsx } from 'clsx';
import { Portal } from 'radix-ui';
import { useEffect } from 'react';
import { forgetTip, hideTip, keepTip, type TipPlace } from './tip.ts';

/** Distance from the edges of the window. */
const collision = { padding: 8 };

export function TooltipLayer({ tip }: { tip: TipPlace }) {
  useEffect(() => {
    const close = () => forgetTip(tip.id);
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && close();
    window.addEventListener('keydown', closeOnEscape, true);
    window.addEventListener('scroll', close, true);
    return () => {
      window.removeEventListener('keydown', closeOnEscape, true);
      window.removeEventListener('scroll', close, true);
    };
  }, [tip.id]);

  const { refs, floatingStyles } = useFloating({
    placement: tip.side,
    strategy: 'fixed',
    elements: { reference: tip.anchor },
    middleware: [
      offset(6),
      // Never away from what it explains.
      shift({ ...collision, limiter: limitShift() }),
      flip(collision),
    ],
    whileElementsMounted: autoUpdate,
  });
  return (
    <Portal.Root
      ref={refs.setFloating}
      id={`${tip.id}-tip`}
      role="tooltip"
      style={floatingStyles}
      onPointerEnter={keepTip}
      onPointerLeave={() => hideTip(tip.id)}
      className={clsx(
        'tip z-60 w-max max-w-64 rounded-md bg-text px-2 py-1 text-xs text-surface text-pretty',
        !tip.isHoverable && 'pointer-events-none',
      )}
    >
      {tip.label}
    </Portal.Root>
  );
}
