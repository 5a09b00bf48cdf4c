import { type HrTime, ValueType } from '@opentelemetry/api'
import { emptyResource } from '@opentelemetry/resources'
import { AggregationTemporality, DataPointType, type Histogram, type MetricData, type MetricProducer } from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'

/** The figures of `/metrics`, so that both ways out have the same ones. */
export type Figures = () => Promise<readonly MetricObjectWithValues<MetricValue<string>>[]>

type Labels = Record<string, string | number>
type Times = { startTime: HrTime; endTime: HrTime }

/** Hands the figures of `/metrics` to OpenTelemetry, as sums since the start of the process. */
export function createFiguresProducer(figures: Figures, now: () => number = Date.now): MetricProducer {
	const startTime = hrTime(now())
	return {
		async collect() {
			const times = { startTime, endTime: hrTime(now()) }
			const metrics = (await figures()).flatMap((figure) => metricOf(figure, times) ?? [])
			return { resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope: { name: 'shirube' }, metrics }] }, errors: [] }
		},
	}
}

const hrTime = (ms: number): HrTime => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)]

/** Null for a summary, which OpenTelemetry has no form for; none of ours is one. */
function metricOf({ name, help, type, values }: MetricObjectWithValues<MetricValue<string>>, times: Times): MetricData | null {
	const shared = {
		descriptor: { name, description: help, unit: name.includes('_seconds') ? 's' : '', valueType: ValueType.DOUBLE },
		aggregationTemporality: AggregationTemporality.CUMULATIVE,
	}
	const dataPoints = () => values.map(({ labels, value }) => ({ ...times, attributes: { ...(labels as Labels) }, value }))
	const kind = String(type)
	if (kind === 'counter') return { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: dataPoints() }
	if (kind === 'gauge') return { ...shared, dataPointType: DataPointType.GAUGE, dataPoints: dataPoints() }
	if (kind === 'histogram') return { ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(name, values, times) }
	return null
}

/** Prometheus has a row for each bucket with all below it; OpenTelemetry one point whose buckets are apart. */
function histograms(name: string, values: MetricValue<string>[], times: Times) {
	const points = new Map<string, { attributes: Labels; buckets: [bound: number, count: number][]; sum: number; count: number }>()
	for (const { labels, value, metricName = name } of values as (MetricValue<string> & { metricName?: string })[]) {
		const { le, ...attributes } = labels as Labels
		const key = JSON.stringify(attributes, Object.keys(attributes).toSorted())
		const point = points.get(key) ?? { attributes, buckets: [], sum: 0, count: 0 }
		points.set(key, point)
		if (metricName.endsWith('_sum')) point.sum = value
		else if (metricName.endsWith('_count')) point.count = value
		else if (le !== undefined && le !== '+Inf') point.buckets.push([Number(le), value])
	}
	return [...points.values()].map(({ attributes, buckets, sum, count }) => {
		const sorted = buckets.toSorted(([a], [b]) => a - b)
		const counts = [...sorted.map(([, below]) => below), count].map((below, index, all) => below - (all[index - 1] ?? 0))
		const value: Histogram = { buckets: { boundaries: sorted.map(([bound]) => bound), counts }, sum, count }
		return { ...times, attributes, value }
	})
}
