export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LogEntry {
  /** Increases with each entry of this process. */
  id: number;
  /** ISO 8601 in UTC. */
  at: string;
  level: LogLevel;
  message: string;
  /** All other fields. */
  fields: Record<string, unknown>;
}

export interface LogFilter {
  /** Entries of this level and above. */
  level: LogLevel;
  /** Matches anywhere in the entry, ignoring case. */
  search: string;
  /** Only entries after this id. */
  after: number;
  limit: number;
}

/** The last log lines of this process as printed, without anything that never reaches the log. */
export interface RecentLog {
  /** Receives a line as printed. */
  write(line: string): void;
  /** The latest matches, oldest first. */
  list(filter: LogFilter): LogEntry[];
}

const maxLines = 5_000;
/** Very long lines are truncated to this. */
const maxLineLength = 20_000;

export function createRecentLog(): RecentLog {
  let lines: { id: number; text: string }[] = [];
  let last = 0;
  return {
    write(line) {
      last += 1;
      lines.push({ id: last, text: line.slice(0, maxLineLength) });
      // Dropped in bulk: shifting each time would move them all.
      if (lines.length > 2 * maxLines) lines = lines.slice(-maxLines);
    },
    list({ level, search, after, limit }) {
      const wanted = logLevels.slice(logLevels.indexOf(level));
      const needle = search.toLowerCase();
      const found: LogEntry[] = [];
      for (let index = lines.length - 1; index >= 0 && found.length < limit; index -= 1) {
        const line = lines[index];
        if (!line || line.id <= after) break;
        if (needle && !line.text.toLowerCase().includes(needle)) continue;
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
    // Truncated, because it was too long to keep.
    const [, level = 'info', at = ''] = /^{"level":"(\w+)","time":"([^"]+)"/.exec(text) ?? [];
    return { id, at, level: level as LogLevel, message: text.slice(0, 500), fields: {} };
  }
}
