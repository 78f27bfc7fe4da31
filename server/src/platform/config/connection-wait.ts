/** How long to wait for a connection to the database, in ms, unless the configuration says otherwise. */
export const CONNECTION_WAIT_MS = 1_500;
