import type { Binaries } from './binaries.ts';
import { PORT } from './socket-folder.ts';

/** `full` survives power loss; `off` never waits for the disk and is for tests only. */
export type Durability = 'full' | 'off';

export interface ServerOptions {
  readonly durability: Durability;
  /** 100 when absent. */
  readonly maxConnections?: number;
  /** Programs of another PostgreSQL, for tests; the installed ones when absent. */
  readonly binaries?: Binaries;
  /** PostgreSQL settings by name; they override the ones chosen here. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Sized for a machine with two cores and a few GB shared with the application. */
const COMMON = {
  listen_addresses: '',
  port: String(PORT),
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  jit: 'off',
};

/**
 * The log is for what stops the server: failed statements are reported by the application, and
 * contain personal data.
 */
const LOG = {
  logging_collector: 'off',
  log_destination: 'stderr',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

const WITHOUT_DURABILITY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '128MB',
};

/** Returns the server's `-c name=value` arguments. */
export function settingArguments(options: ServerOptions, socketDir: string): string[] {
  const settings = {
    ...COMMON,
    ...LOG,
    max_connections: String(options.maxConnections ?? 100),
    ...(options.durability === 'off' ? WITHOUT_DURABILITY : {}),
    ...options.settings,
    unix_socket_directories: socketDir,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
