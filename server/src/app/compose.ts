import type { FastifyInstance } from 'fastify';
import {
  createAccounts,
  recordFirstUse,
  type Accounts,
} from '../features/accounts/accounts-feature.ts';
import { createAdminDashboard } from '../features/admin-dashboard/admin-dashboard-feature.ts';
import { createAdminPeople } from '../features/admin-people/admin-people-feature.ts';
import { createAdminOversight } from '../features/admin-oversight/admin-oversight-feature.ts';
import { createAdminUsers } from '../features/admin-users/admin-users-feature.ts';
import {
  createAttachments,
  removeAttachmentFiles,
} from '../features/attachments/attachments-feature.ts';
import { createAudit } from '../features/audit/audit-feature.ts';
import { createCatalogue } from '../features/catalogue/catalogue-feature.ts';
import { createCatalogueRequests } from '../features/catalogue-requests/catalogue-requests-feature.ts';
import { createConsultants, isConsultantOf } from '../features/consultants/consultants-feature.ts';
import { createDeliveries, mountMailPage } from '../features/deliveries/deliveries-feature.ts';
import { createErasure } from '../features/erasure/erasure-feature.ts';
import { createImports } from '../features/imports/imports-feature.ts';
import { createNotifications } from '../features/notifications/notifications-feature.ts';
import {
  createOrders,
  lockOrdersOf,
  refreshOrderTypes,
} from '../features/orders/orders-feature.ts';
import { createAwards, purchasePdfKind } from '../features/awards/awards-feature.ts';
import { createInvitations } from '../features/invitations/invitations-feature.ts';
import { createJobs } from '../features/jobs/jobs-feature.ts';
import { createPages } from '../features/pages/pages-feature.ts';
import { createPayments } from '../features/payments/payments-feature.ts';
import { createPlaces } from '../features/places/places-feature.ts';
import { createPlans } from '../features/plans/plans-feature.ts';
import {
  createProposals,
  decisionPdfKind,
  lettersFor,
  proposalPdfKind,
} from '../features/proposals/proposals-feature.ts';
import { createQuestions } from '../features/questions/questions-feature.ts';
import { createReports } from '../features/reports/reports-feature.ts';
import { createScheduling, type Task } from '../features/scheduling/scheduling-feature.ts';
import { createSettings } from '../features/settings/settings-feature.ts';
import { createSubscriptions } from '../features/subscriptions/subscriptions-feature.ts';
import { createTotals } from '../features/totals/totals-feature.ts';
import { createSupplierOrders } from '../features/supplier-orders/supplier-orders-feature.ts';
import { endpoints } from '@lavra/contract/endpoints';
import { buildOpenApi } from '@lavra/contract/openapi/build-openapi';
import type { Config } from '../platform/config/config.ts';
import { createAuthenticator } from '../platform/session/authenticator.ts';
import { createSealer } from '../platform/auth/sealer.ts';
import { publicUrlOf } from '../platform/config/public-url.ts';
import { createClock } from '../platform/clock/clock.ts';
import { createCommand } from '../platform/db/command.ts';
import { databaseOver } from '../platform/db/database.ts';
import { createPool } from '../platform/db/pool.ts';
import { monitorDatabase } from '../platform/db/health-monitor.ts';
import { createReplica } from '../platform/db/replica.ts';
import { monitorReplica } from '../platform/db/replica-monitor.ts';
import { createConcurrencyLimiter } from '../platform/http/admission/concurrency-limiter.ts';
import { shedLoad } from '../platform/http/admission/load-shedding.ts';
import { createAccessControl } from '../platform/http/admission/access-control.ts';
import { createRateLimiter } from '../platform/http/admission/rate-limiter.ts';
import { createMount, type Mount } from '../platform/http/mount.ts';
import { createRequestDelays } from '../platform/http/admission/request-delays.ts';
import { delayRejections } from '../platform/http/admission/delay-rejections.ts';
import { connectSharedCounters } from '../platform/http/admission/shared-counters.ts';
import { createFileStore } from '../platform/files/file-store.ts';
import { openObjects } from '../platform/files/open-objects.ts';
import type { ObjectStore } from '../platform/files/object-store.ts';
import type { Logger } from '../platform/log/logger.ts';
import { createMailOutbox } from '../platform/mail/mail-outbox.ts';
import { createOutboundGuard } from '../platform/outbound/outbound-guard.ts';
import { createPdfRenderer } from '../platform/pdf/pdf-renderer.ts';
import { createPrintQueue } from '../platform/pdf/print-queue.ts';
import { createSearchQueue } from '../platform/http/admission/search-queue.ts';
import type { Platform } from '../platform/platform.ts';
import { traceRequests } from '../platform/http/trace-requests.ts';
import { workOf, type Work } from '../platform/queue/job-kind.ts';
import { mountHealth } from './health.ts';
import { mountPortals } from './portals.ts';
import { version } from './version.ts';
import { mountDocs } from './docs.ts';
import { createHttp } from './http.ts';

export interface Application {
  readonly http: FastifyInstance;
  readonly platform: Platform;
  readonly accounts: Accounts;
  /** The application's jobs and listeners, run by a worker. */
  readonly work: Work;
  /** The features' scheduled tasks. */
  readonly tasks: readonly Task[];
  /** Where files are outside the database. */
  readonly objects: ObjectStore | undefined;
  /** Ends the open streams and finishes the requests in progress; accepts no more. */
  stopAnswering(): Promise<void>;
  /** Stops answering, then closes the connections. */
  close(): Promise<void>;
}

export interface ApplicationOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  /** From the configuration, or generated into the data folder. */
  readonly appKey: string;
  readonly logger: Logger;
}

/** What a feature brings, each part where it has one. */
interface Feature extends Partial<Work> {
  mountRoutes?(mount: Mount): void;
  readonly tasks?: readonly Task[];
}

/** Wires the whole API: one entry per feature. The database must be migrated. */
export async function createApplication({
  config,
  databaseUrl,
  appKey,
  logger,
}: ApplicationOptions): Promise<Application> {
  const clock = createClock(config.now);
  const { databaseReadUrl, databaseSilenceMs: longest, databaseWaitMs: waitMs } = config;
  const replicaMonitor =
    databaseReadUrl === undefined
      ? undefined
      : monitorReplica({ url: databaseReadUrl, longest, logger });
  const health = monitorDatabase({
    url: databaseUrl,
    longest,
    logger,
    ...(replicaMonitor === undefined ? {} : { probe: replicaMonitor.primaryProbe }),
  });
  const pool = createPool({
    url: databaseUrl,
    size: config.databasePoolSize,
    timezone: config.timezone,
    name: 'lavra-api',
    logger,
    health,
    pipelined: true,
    waitMs,
  });
  const reportPool = createPool({
    url: databaseUrl,
    size: 2,
    timezone: config.timezone,
    name: 'lavra-reports',
    logger,
    health,
    waitMs,
  });
  const db = databaseOver(pool);
  const replica =
    databaseReadUrl === undefined || replicaMonitor === undefined
      ? undefined
      : createReplica({
          url: databaseReadUrl,
          poolSize: config.databasePoolSize,
          timezone: config.timezone,
          logger,
          primary: db,
          monitor: replicaMonitor,
        });
  const platform: Platform = {
    db,
    command: createCommand({ pool, clock, strict: config.strict, limits: config.rateLimit }),
    clock,
    zone: config.timezone,
    logger,
  };

  const objects = await openObjects(config, logger);
  const files = createFileStore({ objects, storesObjects: config.storesObjects, logger });

  const http = createHttp({ config, logger });
  if (config.tracesUrl !== undefined) traceRequests(http);
  const shared =
    config.rateLimit && config.redisUrl !== undefined
      ? await connectSharedCounters(config.redisUrl, logger)
      : undefined;
  const rateLimiter = await createRateLimiter(http, { enabled: config.rateLimit, shared });
  const concurrencyLimiter = createConcurrencyLimiter({ limits: config.rateLimit });
  const loadShedder = shedLoad(http.server, concurrencyLimiter);
  const delays = createRequestDelays({ clock, limits: config.rateLimit });
  const authenticator = createAuthenticator({ db, clock, onFirstUse: recordFirstUse });
  if (config.rateLimit) delayRejections(http, { authenticator, clock });
  const access = createAccessControl({ authenticator, rateLimiter, concurrencyLimiter, delays });
  const mount = createMount(http, access, {
    strict: config.strict,
    db,
    longRead: replica?.read,
    searching: createSearchQueue(config.databasePoolSize),
  });
  const guard = createOutboundGuard({ allow: config.outboundAllow });
  guard.installGlobally();
  const sealer = createSealer(appKey);
  const publicUrl = (): string => publicUrlOf(config, http.server.address());
  const outbox = createMailOutbox(sealer);
  const pdf = createPdfRenderer({
    kinds: {
      proposal: proposalPdfKind,
      decision_record: decisionPdfKind,
      purchase_order: purchasePdfKind,
    },
    maxQueued: 20,
    timeoutMs: 15_000,
  });
  const printing = createPrintQueue();
  const accounts = createAccounts({ platform, outbox, appKey, limits: config.rateLimit });
  const notifications = createNotifications({ platform, appKey });
  const invitations = createInvitations({ platform, sealer, publicUrl });
  const features: readonly Feature[] = [
    accounts,
    createCatalogue({ platform, orders: { lockOrdersOf, refreshOrderTypes } }),
    createPages({ platform }),
    createPlaces({ platform }),
    createOrders({ platform, lettersFor, removeAttachmentFiles }),
    createProposals({
      platform,
      isConsultantOf,
      poolSize: config.databasePoolSize,
      printing,
      print: (document) => pdf.render('proposal', document),
      printDecision: (document) => pdf.render('decision_record', document),
    }),
    createSupplierOrders({ platform }),
    invitations,
    createAwards({
      platform,
      printing,
      print: (document) => pdf.render('purchase_order', document),
    }),
    createCatalogueRequests({ platform }),
    createAudit({ platform }),
    createJobs({ platform }),
    createQuestions({ platform }),
    createAttachments({ platform, files, objects }),
    createAdminDashboard({ platform }),
    createAdminOversight({ platform }),
    createAdminPeople({ platform, mails: accounts.mails }),
    createAdminUsers({ platform, mails: accounts.mails }),
    createConsultants({ platform, mails: accounts.mails }),
    createErasure({ platform, provePassword: accounts.provePassword }),
    createSettings({ platform, sealer, outboundAllow: config.outboundAllow }),
    notifications,
    createDeliveries({
      platform,
      sealer,
      outbox,
      guard,
      publicUrl,
      appKey,
      production: config.production,
    }),
    createPlans({ platform }),
    createSubscriptions({ platform }),
    createPayments({ platform, sealer }),
    createImports({ platform, sealer, outbox }),
    createReports({ platform, pool: reportPool, replica }),
    createScheduling(),
    createTotals(),
  ];
  for (const feature of features) feature.mountRoutes?.(mount);
  invitations.mountPage(http, access);
  mountHealth(http, {
    db,
    clock,
    replica,
    objects,
    loadShedder,
    delays,
    loginAttempts: accounts.loginAttempts,
  });
  if (!config.production)
    mountMailPage(http, {
      db,
      outbox,
      publicUrl,
      publicName: config.publicUrl,
      zone: config.timezone,
    });
  if (config.portals)
    mountPortals(http, { logger, production: config.production, zone: config.timezone });
  mountDocs(http, () => buildOpenApi(endpoints, { version }));

  const stopAnswering = async (): Promise<void> => {
    notifications.close();
    await http.close();
  };
  return {
    http,
    platform,
    accounts,
    objects,
    stopAnswering,
    work: workOf(features),
    tasks: features.flatMap(({ tasks = [] }) => tasks),
    close: async () => {
      await stopAnswering();
      await pdf.close();
      await guard.close();
      objects?.close();
      await replica?.close();
      await reportPool.end();
      await pool.end();
      await health.stop();
    },
  };
}
