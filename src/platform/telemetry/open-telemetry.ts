import { randomUUID } from 'node:crypto'
import { diag, DiagLogLevel, ROOT_CONTEXT, type SpanContext, SpanKind as Kind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import { describeError, type Log } from '../log.ts'
import { oncePerMinute } from '../once-per-minute.ts'
import { createFiguresProducer, type Figures } from './prometheus-metrics.ts'
import { setTracer, type Span, type SpanKind, type Tracer } from './tracing.ts'

export type TelemetrySettings = {
	/** Of the collector, without a slash at its end; `/v1/traces` and `/v1/metrics` are below it. */
	endpoint: string
	headers: Readonly<Record<string, string>>
	/** How many of the traces are recorded, from 0 to 1. */
	ratio: number
	serviceName: string
}

export type Telemetry = {
	/** Sends these figures each minute. */
	exportFigures: (figures: Figures) => void
	/** Sends what is left, for a few seconds at most. */
	close: () => Promise<void>
}

export type TelemetryOptions = {
	settings: TelemetrySettings
	version: string
	/** Null gives the process a random one. */
	instanceId: string | null
	log: Log
	/** Passed in by tests. */
	sendEveryMs?: { spans: number; figures: number }
}

const SEND_EVERY_MS = { spans: 5_000, figures: 60_000 }
const SEND_WITHIN_MS = 5_000
/** Texts of statements are the longest. */
const ATTRIBUTE_LENGTH = 1_000

const kinds: Record<SpanKind, Kind> = { server: Kind.SERVER, consumer: Kind.CONSUMER, client: Kind.CLIENT }

/**
 * Records spans and sends them and the process's figures to a collector by OTLP (HTTP, JSON). Imported only when a collector is
 * set. A collector that is away costs a line of the log a minute and the spans of that time.
 */
export function startTelemetry({ settings, version, instanceId, log, sendEveryMs = SEND_EVERY_MS }: TelemetryOptions): Telemetry {
	reportFaults(log)
	const { endpoint, headers, ratio, serviceName } = settings
	const exporterOf = (signal: 'traces' | 'metrics') => ({
		url: `${endpoint}/v1/${signal}`,
		headers: { ...headers },
		timeoutMillis: SEND_WITHIN_MS,
	})
	const resource = resourceFromAttributes({
		'service.name': serviceName,
		'service.version': version,
		'service.instance.id': instanceId ?? randomUUID(),
		'process.pid': process.pid,
	})
	const provider = new TracerProvider({
		resource,
		sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
		spanLimits: { attributeValueLengthLimit: ATTRIBUTE_LENGTH },
		spanProcessors: [
			new BatchSpanProcessor({
				exporter: new OTLPTraceExporter(exporterOf('traces')),
				scheduledDelayMillis: sendEveryMs.spans,
				exportTimeoutMillis: SEND_WITHIN_MS,
			}),
		],
	})
	setTracer(tracerOf(provider, version))
	let figures: Figures = async () => []
	const meters = new MeterProvider({
		resource,
		readers: [
			new PeriodicExportingMetricReader({
				exporter: new OTLPMetricExporter(exporterOf('metrics')),
				exportIntervalMillis: sendEveryMs.figures,
				exportTimeoutMillis: Math.min(SEND_WITHIN_MS, sendEveryMs.figures),
				metricProducers: [createFiguresProducer(() => figures())],
			}),
		],
	})
	return {
		exportFigures(read) {
			figures = read
		},
		async close() {
			setTracer(null)
			await Promise.allSettled([provider.shutdown(), meters.shutdown()])
		},
	}
}

/** OpenTelemetry reports its own faults to a logger of the process. */
function reportFaults(log: Log): void {
	const report = oncePerMinute((error, repeated) =>
		log.warn({ err: error, ...(repeated > 0 ? { repeated } : {}) }, 'traces and figures were not sent'),
	)
	const ignore = () => undefined
	const say = (message: string) => report(new Error(readable(message)))
	diag.setLogger(
		{ error: say, warn: say, info: ignore, debug: ignore, verbose: ignore },
		{ logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
	)
}

/** An error comes as JSON, with its stack. */
function readable(text: string): string {
	try {
		const { message } = JSON.parse(text) as { message?: unknown }
		return typeof message === 'string' ? message : text
	} catch {
		return text
	}
}

function tracerOf(provider: TracerProvider, version: string): Tracer {
	const tracer = provider.getTracer('shirube', version)
	return {
		start(name, { kind, attributes = {}, startedAt }, parent) {
			const context = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContextOf(parent))
			const span = tracer.startSpan(
				name,
				{ kind: kinds[kind], attributes, ...(startedAt === undefined ? {} : { startTime: startedAt }) },
				context,
			)
			const { traceId, spanId, traceFlags } = span.spanContext()
			const started: Span = {
				traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
				isRecording: span.isRecording(),
				rename: (to) => void span.updateName(to),
				set: (more) => void span.setAttributes(more),
				fail(error) {
					span.setStatus({ code: SpanStatusCode.ERROR })
					if (error === undefined) return
					const { type, message, stack } = describeError(error)
					span.setAttribute('error.type', type)
					span.recordException({ name: type, message, ...(stack === undefined ? {} : { stack }) })
				},
				end: (endedAt) => span.end(endedAt),
			}
			return started
		},
	}
}

function spanContextOf(traceparent: string): SpanContext {
	const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-')
	return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
}
