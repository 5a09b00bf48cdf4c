import { expect, test } from 'vitest'
import { mergeFigures } from './merged-figures.ts'

test('puts the samples of a figure together and names their process', () => {
	const page = (count: number) =>
		`# HELP a_total Some\n# TYPE a_total counter\na_total{route="/x",code="a}b"} ${count}\na_total 2\n\n# HELP b More\n# TYPE b gauge\nb NaN\n`
	expect(
		mergeFigures([
			{ process: 1, text: page(1) },
			{ process: 2, text: page(7) },
		]).split('\n'),
	).toEqual([
		'# HELP a_total Some',
		'# TYPE a_total counter',
		'a_total{process="1",route="/x",code="a}b"} 1',
		'a_total{process="1"} 2',
		'a_total{process="2",route="/x",code="a}b"} 7',
		'a_total{process="2"} 2',
		'# HELP b More',
		'# TYPE b gauge',
		'b{process="1"} NaN',
		'b{process="2"} NaN',
		'',
	])
})
