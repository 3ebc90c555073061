export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LogEntry {
  /** Grows with each entry of this process. */
  id: number;
  /** ISO 8601 in UTC. */
  at: string;
  level: LogLevel;
  message: string;
  /** Everything else it says. */
  fields: Record<string, unknown>;
}

export interface LogFilter {
  /** Entries of this level and above. */
  level: LogLevel;
  /** Somewhere in the entry, in whatever case. */
  search: string;
  /** Only entries later than this id. */
  after: number;
  limit: number;
}

/** The last lines of the log of this process, as they were printed: without what never reaches the log. */
export interface RecentLog {
  /** Takes a line as the log prints it. */
  write(line: string): void;
  /** The latest that match, oldest first. */
  list(filter: LogFilter): LogEntry[];
}

const kept = 5_000;
/** Of very long lines only so much is kept. */
const maxLineLength = 20_000;

export function createRecentLog(): RecentLog {
  let lines: { id: number; text: string }[] = [];
  let last = 0;
  return {
    write(line) {
      last += 1;
      lines.push({ id: last, text: line.slice(0, maxLineLength) });
      // In one go now and then: to shift each time would move them all.
      if (lines.length > 2 * kept) lines = lines.slice(-kept);
    },
    list({ level, search, after, limit }) {
      const wanted = logLevels.slice(logLevels.indexOf(level));
      const words = search.toLowerCase();
      const found: LogEntry[] = [];
      for (let index = lines.length - 1; index >= 0 && found.length < limit; index -= 1) {
        const line = lines[index];
        if (!line || line.id <= after) break;
        if (words && !line.text.toLowerCase().includes(words)) continue;
        const entry = read(line);
        if (wanted.includes(entry.level)) found.push(entry);
      }
      return found.reverse();
    },
  };
}

function read({ id, text }: { id: number; text: string }): LogEntry {
  try {
    const { time, level, msg, ...fields } = JSON.parse(text);
    return { id, at: time, level, message: msg ?? '', fields };
  } catch {
    // Cut off, as it was too long to be kept whole.
    const [, level = 'info', at = ''] = /^{"level":"(\w+)","time":"([^"]+)"/.exec(text) ?? [];
    return { id, at, level: level as LogLevel, message: text.slice(0, 500), fields: {} };
  }
}
