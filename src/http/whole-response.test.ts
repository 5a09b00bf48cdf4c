import { expect, test } from 'vitest'
import { WholeResponse } from './whole-response.ts'

const page = () => new WholeResponse(Buffer.from('<p>しるべ</p>'), { status: 404, headers: { 'x-a': 'b' } })

test('it reads like any other response', async () => {
	expect(await page().text()).toBe('<p>しるべ</p>')
	expect([page().status, page().headers.get('x-a')]).toEqual([404, 'b'])
})

test('what wraps it keeps its body', async () => {
	const inner = page()
	expect(await new Response(inner.body, inner).text()).toBe('<p>しるべ</p>')
	expect(await page().clone().text()).toBe('<p>しるべ</p>')
})
