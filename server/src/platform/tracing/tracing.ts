import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Span, Tracer } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { RuleError } from '../errors.ts';
import type { Logger } from '../log/logger.ts';
import { operationChannel, type Ended, type Operation } from './operations.ts';
import { statementNameOf } from './statement-name.ts';

export interface TracingOptions {
  /** Where traces are sent, by OTLP over HTTP: `http://127.0.0.1:4318`. */
  readonly endpoint: string;
  /** The part of the traces that is drawn, from 0 to 1. */
  readonly ratio: number;
  readonly version: string;
  readonly logger: Logger;
}

/** How long the collector may take to answer, in ms. */
const SEND_MS = 5_000;
/** How long a process that ends waits for its last traces to be sent, in ms. */
const LAST_SEND_MS = 2_000;

/** Traces that are being drawn. */
export interface Tracing {
  /** Sends what is not sent yet, and draws no more. */
  stop(): Promise<void>;
}

/** An operation that runs, and its span; the span of none that was not chosen to be drawn. */
interface Running {
  readonly operation: Operation;
  readonly span: Span | undefined;
  /** The request's span, to which its endpoint gives a name. */
  readonly root: Span | undefined;
}

/**
 * Draws traces of what the service does, and sends them to an OpenTelemetry collector. The libraries
 * are loaded here, so that a service without traces does not hold them. A trace has the id of the
 * request that caused it, also where a worker carries on, so that logs and refusals name it.
 */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  const { ROOT_CONTEXT, trace } = await import('@opentelemetry/api');
  let nextTrace: string | undefined;
  const provider = await openProvider(options, () => nextTrace);
  const tracer: Tracer = provider.getTracer('lavra');
  const running = new AsyncLocalStorage<Running>();
  const spans = new WeakMap<Operation, Running>();

  const begin = (operation: Operation): Running => {
    const parent = beginsTrace(operation) ? undefined : running.getStore();
    // Work that belongs to nothing, such as what a process does on starting, is not drawn.
    if (parent === undefined && !beginsTrace(operation))
      return { operation, span: undefined, root: undefined };
    if (parent !== undefined && parent.span === undefined) return { ...parent, operation };
    nextTrace = parent === undefined ? traceIdOf(operation.requestId) : undefined;
    const span = tracer.startSpan(
      spanNameOf(operation),
      { kind: kinds[operation.kind] },
      parent?.span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent.span),
    );
    nextTrace = undefined;
    if (!span.isRecording()) return { operation, span: undefined, root: undefined };
    describe(span, operation, parent);
    return { operation, span, root: parent?.root ?? span };
  };
  const end = (ended: Ended): void => {
    const span = spans.get(ended)?.span;
    if (span === undefined) return;
    conclude(span, ended);
    span.end();
  };

  operationChannel.start.bindStore(running, (operation) => {
    const begun = begin(operation);
    spans.set(operation, begun);
    return begun;
  });
  const onEnd = (message: unknown): void => end(message as Ended);
  operationChannel.asyncEnd.subscribe(onEnd);
  return {
    stop: async () => {
      operationChannel.asyncEnd.unsubscribe(onEnd);
      operationChannel.start.unbindStore(running);
      await Promise.race([
        provider.shutdown().catch(() => {}), // logged when it was sent in vain
        pause(LAST_SEND_MS, undefined, { ref: false }),
      ]);
    },
  };
}

/** Opens the way of spans to the collector. `traceId` names the trace that begins, if it has a name. */
async function openProvider(
  { endpoint, ratio, version, logger }: TracingOptions,
  traceId: () => string | undefined,
) {
  const [sdk, { resourceFromAttributes }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const random = new sdk.RandomIdGenerator();
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: SEND_MS });
  return new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'lavra', 'service.version': version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    idGenerator: {
      generateTraceId: () => traceId() ?? random.generateTraceId(),
      generateSpanId: () => random.generateSpanId(),
    },
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: reporting(exporter, logger) })],
  });
}

/** Logs when traces cannot be sent: the first failure in a row. Those traces are lost. */
function reporting(exporter: SpanExporter, logger: Logger): SpanExporter {
  let failing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !failing) logger.warn({ reason: result.error?.message }, 'traces not sent');
        failing = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

const roots: ReadonlySet<Operation['kind']> = new Set(['request', 'event', 'job', 'task']);
const beginsTrace = ({ kind }: Operation): boolean => roots.has(kind);

/** OpenTelemetry's kinds of spans: 0 internal, 1 server, 2 client, 4 consumer. */
const kinds = {
  request: 1,
  endpoint: 0,
  transaction: 0,
  statement: 2,
  event: 4,
  job: 4,
  task: 0,
} as const;

/**
 * Returns the trace of a request: its id without dashes, which is one where the gateway or this
 * service gave it; undefined for ids of another shape.
 */
export function traceIdOf(requestId: string | null | undefined): string | undefined {
  const digits = requestId?.replaceAll('-', '').toLowerCase();
  return digits !== undefined && /^(?!0+$)[\da-f]{32}$/.test(digits) ? digits : undefined;
}

function spanNameOf({ kind, name }: Operation): string {
  if (kind === 'statement') return statementNameOf(name);
  return kind === 'event' || kind === 'job' || kind === 'task' ? `${kind} ${name}` : name;
}

function describe(span: Span, operation: Operation, parent: Running | undefined): void {
  const { kind, name, requestId, route } = operation;
  if (typeof requestId === 'string') span.setAttribute('lavra.request_id', requestId);
  if (kind === 'request') span.setAttribute('http.request.method', name);
  if (kind === 'statement') span.setAttribute('db.system.name', 'postgresql');
  if (kind !== 'endpoint' || route === undefined) return;
  const request = parent?.root;
  request?.setAttribute('http.route', route);
  if (parent?.operation.kind === 'request')
    request?.updateName(`${parent.operation.name} ${route}`);
}

/** Writes how an operation ended: never an error's message, which may hold what people entered. */
function conclude(span: Span, { kind, result, error }: Ended): void {
  if (kind === 'request' && typeof result === 'number')
    span.setAttribute('http.response.status_code', result);
  const failed = kind === 'request' && typeof result === 'number' && result >= 500;
  if (error !== undefined) span.setAttribute('error.type', errorTypeOf(error));
  if (failed || (error !== undefined && !isRefusal(error))) span.setStatus({ code: 2 });
}

/** Returns the code of a refusal, PostgreSQL's code of a failed statement, or the error's class. */
function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}

const isRefusal = (error: unknown): boolean => error instanceof RuleError && error.status < 500;
