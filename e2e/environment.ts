const inherited = ['PATH', 'HOME', 'NODE_COMPILE_CACHE'] as const;

/**
 * Returns the environment of a process of the service that a test starts: what it needs of this
 * machine, and a database that may take a minute to answer. Tests of a database that fails override
 * this.
 */
export const processEnvironment = (): Record<string, string> => ({
  ...Object.fromEntries(
    inherited.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  ),
  ...PATIENT_DATABASE,
});

/** Settings of the service under which a busy machine is not taken for a database that is gone. */
export const PATIENT_DATABASE = {
  DATABASE_SILENCE_MS: '60000',
  DATABASE_WAIT_MS: '60000',
} as const;
