import { BackupError } from '../features/backup/backup-feature.ts';
import { ConfigError } from '../platform/config/env-reader.ts';

/**
 * Converts a BackupError into a ConfigError, so that a backup that cannot be taken or used is
 * reported in one sentence, without a trace.
 */
export function asConfigError(error: unknown): never {
  throw error instanceof BackupError ? new ConfigError(error.message) : error;
}
