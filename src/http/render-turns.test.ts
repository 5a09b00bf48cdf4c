import { expect, test } from 'vitest'
import { nextRender } from './render-turns.ts'

test('of documents that are ready together one is rendered in each turn of the event loop, in their order', async () => {
	let turn = 0
	let isOver = false
	const count = () => {
		turn += 1
		if (!isOver) setImmediate(count)
	}
	setImmediate(count)
	const seen: { name: string; turn: number }[] = []
	const render = async (name: string) => {
		await nextRender()
		seen.push({ name, turn })
	}
	await Promise.all(['a', 'b', 'c'].map(render))
	await render('d')
	isOver = true
	expect(seen.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
	expect(new Set(seen.map((one) => one.turn)).size).toBe(4)
})
