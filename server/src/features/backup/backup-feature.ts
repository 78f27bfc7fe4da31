// The door of the backup feature: everything the database holds, out to files and back.
export { backUpInto } from './backup-folder.ts';
export { BackupError, type Manifest } from './backup-manifest.ts';
export { checkBackup } from './check-backup.ts';
export { keyCheckOf } from './key-check.ts';
export { restoreBackup } from './restore-backup.ts';
export type { BackupSource } from './take-backup.ts';
