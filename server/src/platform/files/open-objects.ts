import type { Config } from '../config/config.ts';
import type { Logger } from '../log/logger.ts';
import type { ObjectStore } from './object-store.ts';

/**
 * Opens the object store that the configuration names, if any. Its client is loaded here, so that a
 * service without one does not hold it.
 */
export async function openObjects(
  { objects }: Pick<Config, 'objects'>,
  logger: Logger,
): Promise<ObjectStore | undefined> {
  if (objects === undefined) return undefined;
  const { createS3ObjectStore } = await import('./s3-object-store.ts');
  return createS3ObjectStore(objects, logger);
}
