export type Point = [x: number, y: number]

/** Round ends and marks of the chart's axes: days from 0 past the case at hand, yen from 0 past the highest fee. */
export function chartScale({ days, highest }: { days: number; highest: number }) {
	const end = Math.max(90, Math.ceil((days + 5) / 30) * 30)
	const dayStep = end <= 120 ? 30 : end <= 240 ? 60 : 90
	const yenStep = roundStep((highest * 1.1) / 4)
	const yen = yenStep * Math.max(1, Math.ceil((highest * 1.05) / yenStep))
	return { days: end, yen, dayTicks: steps(end, dayStep), yenTicks: steps(yen, yenStep) }
}

/** 1, 2 or 5 times a power of ten that is no smaller. */
function roundStep(value: number): number {
	const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
	return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= value) ?? 10 * power
}

function steps(end: number, step: number): number[] {
	return Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => i * step)
}
