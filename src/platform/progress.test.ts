import { expect, test } from 'vitest'
import { createProgress } from './progress.ts'

test('a step is named when it begins and when it ends', async () => {
	const lines: string[] = []
	await createProgress((line) => lines.push(line)).step(
		'Schema',
		() => Promise.resolve(3),
		(count) => `${count} migrations`,
	)
	expect(lines.map((line) => line.replace(/[\d.]+s/g, '0s'))).toEqual(
		['     0s  Schema …', '     0s  Schema: 3 migrations, done in 0s'].map((line) => expect.stringMatching(new RegExp(line.trim()))),
	)
})

test('the frame is straight around Japanese text', () => {
	const lines: string[] = []
	createProgress((line) => lines.push(line)).box(['しるべ is ready', 'http://localhost:3000'])
	expect(lines).toEqual([
		'┌───────────────────────┐',
		'│ しるべ is ready       │',
		'│ http://localhost:3000 │',
		'└───────────────────────┘',
	])
})
