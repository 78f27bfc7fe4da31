// The public API of backups: writes the whole database to files and restores it.
export { backUpInto } from './backup-folder.ts';
export { BackupError, type Manifest } from './backup-manifest.ts';
export { checkBackup } from './check-backup.ts';
export { keyCheckOf } from './key-check.ts';
export { noteBackup } from './note-backup.ts';
export { restoreBackup } from './restore-backup.ts';
