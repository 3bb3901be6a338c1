import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type pg from 'pg';

/** Traces of one process, while it sends them; loaded only where a collector is set (RUN-05). */
export interface Tracing {
  /** Runs what answers a request within a span, which `answered` ends. */
  request(name: string, work: () => void): (status: number) => void;
  /** A span for each statement of this client, with its text and without its values. */
  client(client: pg.Client): void;
  stop(): Promise<void>;
}

/** Starts to send traces. Neither values of statements nor paths of calls to others are in them. */
export async function startTracing({
  endpoint,
  version,
}: {
  endpoint: string;
  version: string;
}): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, resources] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
    ]);
  const { context, SpanKind, SpanStatusCode, trace } = api;
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': 'samtrot',
      'service.version': version,
    }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer('samtrot', version);
  type Span = ReturnType<typeof tracer.startSpan>;
  const fail = (span: Span, code: string) =>
    span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', code);
  const codeOf = (error: unknown) => String((error as { code?: unknown })?.code ?? 'unknown');

  const outgoing = new WeakMap<object, Span>();
  const listeners: [string, (message: unknown) => void][] = [
    [
      'undici:request:create',
      (message) => {
        const { request } = message as {
          request: { origin?: string; method: string };
        };
        const host = URL.parse(String(request.origin))?.hostname ?? 'unknown';
        // Requests to the collector are not traced.
        if (String(request.origin) === new URL(endpoint).origin) return;
        const attributes = { 'http.request.method': request.method, 'server.address': host };
        const kind = SpanKind.CLIENT;
        outgoing.set(request, tracer.startSpan(`${request.method} ${host}`, { kind, attributes }));
      },
    ],
    [
      'undici:request:headers',
      (message) => {
        const { request, response } = message as {
          request: object;
          response: { statusCode: number };
        };
        outgoing.get(request)?.setAttribute('http.response.status_code', response.statusCode).end();
      },
    ],
    [
      'undici:request:error',
      (message) => {
        const { request, error } = message as { request: object; error: unknown };
        const span = outgoing.get(request);
        if (span) fail(span, codeOf(error)).end();
      },
    ],
  ];
  for (const [channel, listener] of listeners) subscribe(channel, listener);

  return {
    request(name, work) {
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER });
      context.with(trace.setSpan(context.active(), span), work);
      return (status) => {
        span.setAttribute('http.response.status_code', status);
        if (status >= 500) fail(span, String(status));
        span.end();
      };
    },
    client(client) {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      const traced = (...args: unknown[]) => {
        const [first] = args;
        const text = typeof first === 'string' ? first : (first as { text?: string } | null)?.text;
        if (text === undefined) return query(...args);
        const span = tracer.startSpan(text.trim().split(/\s/, 1)[0]!.toLowerCase(), {
          kind: SpanKind.CLIENT,
          attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
        });
        const end = (error?: unknown) => {
          if (error) fail(span, codeOf(error));
          span.end();
        };
        const callback = args.at(-1);
        if (typeof callback === 'function')
          return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
            end(error);
            callback(error, result);
          });
        const answer = query(...args);
        if (answer instanceof Promise)
          answer.then(
            () => end(),
            (error: unknown) => end(error),
          );
        else end();
        return answer;
      };
      client.query = traced as typeof client.query;
    },
    async stop() {
      for (const [channel, listener] of listeners) unsubscribe(channel, listener);
      await provider.shutdown();
    },
  };
}
