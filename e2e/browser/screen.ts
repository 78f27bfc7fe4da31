import type { Page } from 'playwright-core';
import type { accounts } from './portals.ts';

/** A screen with the way to reach it. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** The signed-in account; absent for pages before the login. */
  readonly as?: keyof typeof accounts;
  /** Runs before the screen is looked at. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** True to capture the whole page also when `prepare` ran. */
  readonly whole?: true;
}
