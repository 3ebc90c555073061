import { clsx } from 'clsx';
import { Portal } from 'radix-ui';
import { Popper } from 'radix-ui/internal';
import { useEffect } from 'react';
import { forgetTip, hideTip, keepTip, type TipPlace } from './tip.ts';

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

  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={{ current: tip.anchor }} />
      <Portal.Root asChild>
        <Popper.Content
          id={`${tip.id}-tip`}
          role="tooltip"
          side={tip.side}
          sideOffset={6}
          collisionPadding={8}
          onPointerEnter={keepTip}
          onPointerLeave={() => hideTip(tip.id)}
          className={clsx(
            'tip z-60 max-w-64 rounded-md bg-text px-2 py-1 text-xs text-surface text-pretty',
            !tip.isHoverable && 'pointer-events-none',
          )}
        >
          {tip.label}
        </Popper.Content>
      </Portal.Root>
    </Popper.Root>
  );
}
