import { randomInt } from 'node:crypto'
import { type APIRequestContext, type APIResponse, expect, test } from '@playwright/test'
import { z } from 'zod'

type Parameter = { name: string; in: string; required?: boolean; example?: string | number; schema?: { example?: string | number } }
type Operation = { parameters?: Parameter[]; responses: Record<string, { content?: Record<string, { schema: object }> }> }
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, object> } }

const documents = ['/api/openapi.json', '/api/v1/openapi.json'] as const
const documentOf = async (request: APIRequestContext, path: string) => (await (await request.get(path)).json()) as Document
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

// Callers are limited by address: each test has its own.
test.use({
	// oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern that it needs no other fixture
	extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': `198.19.${randomInt(256)}.${randomInt(1, 255)}` }),
})

async function expectProblem(response: APIResponse, status: number, code: string) {
	expect(response.status()).toBe(status)
	expect(response.headers()['content-type']).toContain('application/problem+json')
	expect(await response.json()).toMatchObject({ status, code, title: expect.any(String), message: expect.any(String) })
}

for (const document of documents)
	test(`every read documented at ${document} answers as it says`, async ({ request }) => {
		const { paths, components } = await documentOf(request, document)
		const reads = Object.entries(paths).filter(([, operations]) => operations['get'])
		expect(reads.length).toBeGreaterThan(8)
		for (const [path, { get }] of reads) {
			if (!get) continue
			const example = (parameter: Parameter) => String(parameter.example ?? parameter.schema?.example ?? 'x')
			const address = (get.parameters ?? [])
				.filter((parameter) => parameter.in === 'path')
				.reduce((text, parameter) => text.replace(`{${parameter.name}}`, encodeURIComponent(example(parameter))), path)
			const query = new URLSearchParams(
				(get.parameters ?? [])
					.filter((parameter) => parameter.in === 'query' && parameter.required)
					.map((parameter) => [parameter.name, example(parameter)]),
			).toString()
			const response = await request.get(query ? `${address}?${query}` : address, { maxRedirects: 0 })
			const documented = get.responses[String(response.status())]
			expect(documented, `${path} answered ${response.status()}`).toBeDefined()
			const [type, content] = Object.entries(documented?.content ?? {})[0] ?? []
			if (!type || !content || !type.includes('json')) continue
			expect(response.headers()['content-type'], path).toContain(type)
			// References point into the document; JSON Schema keeps its own under $defs.
			const schema = JSON.parse(
				JSON.stringify({ ...content.schema, $defs: components.schemas }).replaceAll('#/components/schemas/', '#/$defs/'),
			) as z.core.JSONSchema.JSONSchema
			const checked = z.fromJSONSchema(schema).safeParse(await response.json())
			expect(checked.error?.issues.slice(0, 3) ?? [], path).toEqual([])
		}
	})

for (const document of documents)
	test(`a call documented at ${document} refuses other methods and says which it takes`, async ({ request, baseURL }) => {
		const { paths } = await documentOf(request, document)
		// Writes carry what a page of ours would send, so that the method alone is at fault.
		const cookie = (await request.get('/about')).headers()['set-cookie'] ?? ''
		const token = /csrfToken=([\w-]{8})/.exec(cookie)?.[1] ?? ''
		for (const [path, operations] of Object.entries(paths)) {
			const address = path.replaceAll(/\{\w+\}/g, '1')
			const taken = Object.keys(operations).map((method) => method.toUpperCase())
			const method = methods.find((one) => !taken.includes(one)) ?? ''
			const response = await request.fetch(address, { method, headers: { origin: baseURL ?? '', 'x-csrf-token': token } })
			// Another call's pattern may fit the same address.
			if (Object.keys(paths).some((other) => other !== path && new RegExp(`^${other.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address)))
				continue
			await expectProblem(response, 405, 'method-not-allowed')
			const allowed = response.headers()['allow']?.split(', ') ?? []
			for (const one of taken) expect(allowed, path).toContain(one)
		}
	})

test('answers unknown calls with a JSON error', async ({ request }) => {
	for (const path of ['/api', '/api/', '/api/nothing', '/api/task/category/1/more', '/api/v1/offices/1/reviews/2'])
		await expectProblem(await request.get(path), 404, 'not-found')
	for (const path of [
		'/api/task/9999',
		'/api/v1/offices/0',
		'/api/v1/experts/abc',
		'/api/v1/areas/prefectures/atlantis/stations',
		'/api/v1/areas/postal-codes/0000000',
		'/api/v1/offices?scope=9999',
		'/api/v1/offices?scope=501&area=48',
	])
		expect((await request.get(path)).status(), path).toBe(404)
	await expectProblem(await request.get('/api/v1/offices?scope=abc'), 422, 'invalid')
	await expectProblem(await request.get('/api/task?taskCategoryId=x'), 400, 'invalid-request')
})

test('offices by call are those of the page, and its cursor goes on', async ({ page, request }) => {
	type List = { total: number; items: { id: number }[]; nextCursor: string | null }
	const list = async (query: string) => (await (await request.get(`/api/v1/offices?scope=501&area=13&online=1${query}`)).json()) as List
	const first = await list('')
	await page.goto('/category/task/list/501/tokyo?online=1')
	const shown = await page
		.locator('form[action="/compare"] > ol')
		.getByRole('checkbox')
		.evaluateAll((boxes) => boxes.map((box) => Number((box as HTMLInputElement).value)))
	expect(first.items.map(({ id }) => id)).toEqual(shown)
	const ids: number[] = []
	for (let part = first; ; part = await list(`&page=${part.nextCursor}`)) {
		ids.push(...part.items.map(({ id }) => id))
		if (part.nextCursor === null) break
	}
	expect(ids).toHaveLength(first.total)
	expect(new Set(ids).size).toBe(first.total)
})
