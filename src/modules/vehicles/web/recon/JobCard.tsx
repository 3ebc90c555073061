import { clsx } from 'clsx';
import { Clock, Ellipsis, ExternalLink, UserRound } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { useLocation } from 'wouter';
import { dollarsOf } from '../../../../platform/web/format/amounts.ts';
import { columnStep, useDragCard } from '../../../../platform/web/records/useCardDrag.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
} from '../../../../platform/web/ui/Menu.tsx';
import type { Board, ReconJob } from '../../contract/recon/board.ts';
import { type Stage, stageBeside, stageNames, stages } from '../../contract/recon/stages.ts';
import { dayOf, durationLabel } from '../state/labels.ts';
import { limitMsOf } from './limits.ts';
import { canMove, jobCards } from './useBoard.ts';

interface Props {
  job: ReconJob;
  board: Board;
  onMove: (job: ReconJob, to: Stage) => void;
  onOpen: (job: ReconJob) => void;
}

/** A vehicle in a stage; moved by dragging, by its menu, or by Shift and an arrow key. */
export function JobCard(props: Props) {
  const { job, board, onMove, onOpen } = props;
  const movable = board.may.move && job.stage !== 'frontline';
  const { ref, dragged } = useDragCard(jobCards, job, movable);
  const moveByKey = (event: KeyboardEvent) => {
    const step = columnStep(event);
    const to = step && stageBeside(job.stage, step);
    if (to && canMove(board, job, to)) onMove(job, to);
  };
  return (
    <article
      ref={ref as RefObject<HTMLElement | null>}
      data-vehicle={job.vehicleId}
      aria-label={`${job.stockNumber}, ${job.title}`}
      className={clsx(
        'flex flex-col gap-1.5 rounded-md border border-border bg-surface p-2.5 text-sm',
        movable && 'cursor-grab',
        dragged && 'opacity-50',
      )}
    >
      <div className="flex items-start gap-1">
        <button
          type="button"
          onClick={() => onOpen(job)}
          onKeyDown={moveByKey}
          className="min-w-0 flex-1 cursor-default text-left"
        >
          <span className="block truncate font-medium text-text">{job.title}</span>
          <span className="block font-mono text-xs text-muted">{job.stockNumber}</span>
        </button>
        <JobMenu {...props} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-1.5">
        <StageTime job={job} board={board} />
        {job.isSold && (
          <Badge tone="accent" className="tabular-nums">
            {job.deliverOn ? `Sold, delivery ${dayOf(job.deliverOn)}` : 'Sold'}
          </Badge>
        )}
        {job.money && job.money.totalCents > 0 && (
          <span className="text-xs text-muted tabular-nums">{dollarsOf(job.money.totalCents)}</span>
        )}
      </div>
      <span className="flex items-center gap-1.5 truncate text-xs text-muted">
        <UserRound aria-hidden="true" className="size-3 shrink-0" />
        {job.owner?.name ?? 'Unassigned'}
      </span>
    </article>
  );
}

function StageTime({ job, board }: Pick<Props, 'job' | 'board'>) {
  const now = Date.parse(board.serverTime);
  if (job.stage === 'frontline') {
    const tookMs = Date.parse(job.enteredAt) - Date.parse(job.startedAt);
    return <Badge tone="success">{`Took ${durationLabel(tookMs)}`}</Badge>;
  }
  const inStageMs = now - Date.parse(job.enteredAt);
  const overLimitMs = inStageMs - limitMsOf(board.limits, job.store, job.stage);
  return (
    <Badge tone={overLimitMs > 0 ? 'danger' : 'neutral'} icon={Clock} className="tabular-nums">
      {overLimitMs > 0 ? `${durationLabel(overLimitMs)} over` : durationLabel(inStageMs)}
    </Badge>
  );
}

function JobMenu({ job, board, onMove, onOpen }: Props) {
  const [, navigate] = useLocation();
  const targets = stages.filter((to) => canMove(board, job, to));
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton
          label={`Actions for ${job.stockNumber}`}
          icon={Ellipsis}
          size="sm"
          tooltip={false}
        />
      </MenuTrigger>
      <MenuContent align="end">
        {board.may.move && job.stage !== 'frontline' && (
          <MenuItem icon={UserRound} onSelect={() => onOpen(job)}>
            {job.money ? 'Assignee and cost…' : 'Assign…'}
          </MenuItem>
        )}
        <MenuItem icon={ExternalLink} onSelect={() => navigate(`/fleet?vehicle=${job.vehicleId}`)}>
          Open vehicle
        </MenuItem>
        {targets.length > 0 && (
          <>
            <MenuSeparator />
            <MenuLabel>Move to</MenuLabel>
          </>
        )}
        {targets.map((to) => (
          <MenuItem key={to} onSelect={() => onMove(job, to)}>
            {stageNames[to]}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
