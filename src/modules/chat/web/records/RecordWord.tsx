import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { PreviewContext } from '../../../../platform/web/markdown/preview.ts';
import { Popover, PopoverContent, PopoverTrigger } from '../../../../platform/web/ui/Popover.tsx';
import type { RecordCard, RecordKind } from '../../../records/contract.ts';
import { cardsOf } from './cards.ts';
import { RecordCardView } from './RecordCardView.tsx';
import { usePeek } from './usePeek.ts';

interface Props {
  token: { text: string; record: RecordKind; key: string };
}

/** A record mention in a text: plain text until its card is loaded. */
export function RecordWord({ token }: Props) {
  const { data } = useQuery(cardsOf({ kind: token.record, key: token.key }));
  const isPreview = use(PreviewContext);
  if (!data?.length || isPreview) return token.text;
  return <KnownRecord text={token.text} cards={data} />;
}

function KnownRecord({ text, cards }: { text: string; cards: readonly RecordCard[] }) {
  const peek = usePeek();
  return (
    <Popover open={peek.open} onOpenChange={peek.change}>
      <PopoverTrigger
        {...peek.trigger}
        className="inline cursor-pointer rounded-xs text-left underline decoration-muted decoration-dotted decoration-1 underline-offset-3 hover:decoration-accent hover:decoration-solid"
      >
        {text}
      </PopoverTrigger>
      <PopoverContent
        {...peek.content}
        align="start"
        label={cards.map(({ title }) => title).join(', ')}
        className="w-88 divide-y divide-border"
      >
        {cards.map((card) => (
          <RecordCardView key={card.ref.id} card={card} onGo={() => peek.change(false)} />
        ))}
      </PopoverContent>
    </Popover>
  );
}
