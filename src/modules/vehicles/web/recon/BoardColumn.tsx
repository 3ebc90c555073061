import { clsx } from 'clsx';
import type { RefObject } from 'react';
import { useDropTarget } from '../../../../platform/web/records/useCardDrag.ts';
import type { Board, ReconJob } from '../../contract/recon/board.ts';
import { type Stage, stageNames } from '../../contract/recon/stages.ts';
import { JobCard } from './JobCard.tsx';
import { limitLabel } from './limits.ts';
import { canMove, jobCards } from './useBoard.ts';

interface Props {
  stage: Stage;
  board: Board;
  onMove: (job: ReconJob, to: Stage) => void;
  onOpen: (job: ReconJob) => void;
}

/** One stage and its vehicles: sold ones by their delivery, then longest in the stage. */
export function BoardColumn({ stage, board, onMove, onOpen }: Props) {
  const jobs = board.jobs.filter((job) => job.stage === stage);
  const { ref, over } = useDropTarget(
    jobCards,
    (job) => canMove(board, job, stage),
    (job) => onMove(job, stage),
  );
  return (
    <li
      ref={ref as RefObject<HTMLLIElement | null>}
      className={clsx(
        'flex w-60 shrink-0 flex-col gap-2 rounded-md bg-sunken p-2 transition-colors',
        '@max-3xl:w-full @3xl:min-h-[60dvh]',
        over && 'bg-accent-surface',
        jobs.length === 0 && '@max-3xl:hidden',
      )}
    >
      <h2 className="flex items-baseline justify-between gap-2 px-1 text-sm font-semibold text-text">
        {stageNames[stage]}
        <span className="text-xs font-normal text-muted tabular-nums">
          {stage === 'frontline'
            ? `${jobs.length} this week`
            : [jobs.length, limitLabel(board.limits, stage)]
                .filter((one) => one !== '')
                .join(' · ')}
        </span>
      </h2>
      <ul aria-label={stageNames[stage]} className="flex flex-col gap-2">
        {jobs.map((job) => (
          <li key={job.stepId}>
            <JobCard job={job} board={board} onMove={onMove} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </li>
  );
}
