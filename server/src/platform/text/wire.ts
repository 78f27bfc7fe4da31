/**
 * Converts a timestamptz as PostgreSQL wrote it in the platform's zone to `YYYY-MM-DD HH:MM:SS`.
 */
export const wireTime = (value: string): string => value.slice(0, 19);
export const wireTimeOrNull = (value: string | null): string | null =>
  value === null ? null : wireTime(value);

/** Returns SQL for the same, in documents that a statement stores or exports as a whole. */
export const wireTimeSql = (instant: string): string =>
  `to_char(${instant}, 'YYYY-MM-DD HH24:MI:SS')`;

/** Converts exact decimal text to a JSON number; for presenters only. */
export const wireNumber = (value: string): number => Number(value);
export const wireNumberOrNull = (value: string | null): number | null =>
  value === null ? null : Number(value);
