import {
  CircleCheck,
  Clock,
  Lock,
  type LucideIcon,
  OctagonX,
  RotateCcw,
  ScrollText,
  ShieldAlert,
  Tag,
  TriangleAlert,
} from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Badge, type Tone } from '../../../../platform/web/ui/Badge.tsx';
import { type Kind, kindNames, type NoticePart } from '../../contract.ts';
import { formatTime } from '../state/times.ts';

interface Props {
  notice: Pick<NoticePart, 'kind' | 'title' | 'dueAt' | 'closedAt'>;
  now: Date;
  /** Everyone has confirmed. */
  done?: boolean;
  children: ReactNode;
}

/** A notice wherever it is shown: kind, due time, title and text. */
export function NoticeFrame({ notice, now, done = false, children }: Props) {
  const { icon, tone } = kindLooks[notice.kind];
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="flex w-full max-w-xl flex-col gap-2 rounded-md border border-line bg-surface p-3"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone} icon={icon}>
          {kindNames[notice.kind]}
        </Badge>
        <Due notice={notice} now={now} done={done} />
      </div>
      <h3 id={titleId} className="text-lg/6 font-semibold wrap-anywhere text-text">
        {notice.title}
      </h3>
      {children}
    </section>
  );
}

function Due({ notice: { dueAt, closedAt }, now, done = false }: Omit<Props, 'children'>) {
  const at = formatTime(dueAt, now);
  const isLate = new Date(dueAt) <= now;
  const [Icon, label] = closedAt
    ? [Lock, `Closed ${formatTime(closedAt, now)}`]
    : done
      ? [CircleCheck, 'Everyone has confirmed']
      : isLate
        ? [TriangleAlert, `Was due ${at}`]
        : [Clock, `Confirm by ${at}`];
  const late = isLate && !done && !closedAt;
  return (
    <span
      className={`inline-flex items-center gap-1 text-xs ${late ? 'font-medium text-danger-text' : 'text-muted'}`}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {label}
    </span>
  );
}

/** Color by severity; label and icon carry the meaning without it. */
const kindLooks: Record<Kind, { icon: LucideIcon; tone: Tone }> = {
  stop_sale: { icon: OctagonX, tone: 'danger' },
  recall: { icon: RotateCcw, tone: 'danger' },
  safety: { icon: ShieldAlert, tone: 'warning' },
  price_change: { icon: Tag, tone: 'info' },
  policy: { icon: ScrollText, tone: 'neutral' },
};
