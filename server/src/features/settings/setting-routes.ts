import * as endpoints from '@lavra/contract/admin/settings';
import type { Mount } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { isSettingKey } from './setting-table.ts';
import {
  getSetting,
  listSettings,
  updateSetting,
  updateSettings,
  type SecretHandling,
} from './settings-service.ts';

export interface SettingRoutesDeps extends SecretHandling {
  readonly platform: Platform;
}

/** Mounts the routes with which administrators read and change settings. */
export function mountSettingRoutes(
  mount: Mount,
  { platform, ...secrets }: SettingRoutesDeps,
): void {
  const load = async ({ key }: { readonly key: string }) => (isSettingKey(key) ? key : undefined);
  mount(endpoints.listSettings, { handle: () => listSettings(platform) });
  mount(endpoints.updateSettings, {
    handle: ({ request, body }) => updateSettings(platform, secrets, request, body.settings),
  });
  mount(endpoints.getSetting, { load, handle: ({ subject }) => getSetting(platform, subject) });
  mount(endpoints.updateSetting, {
    load,
    handle: ({ request, subject, body }) =>
      updateSetting(platform, secrets, request, subject, body.value),
  });
}
