import pino from 'pino'
import { createStaticHandler, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { createApi } from '../src/api/index.ts'
import { withCtx } from './database.ts'
import { PHONE } from './permission-estimates.ts'
import { pages } from '../src/web/routes.ts'
import type { PageFacts } from '../src/web/page-table.ts'
import { callRows, fileRows, type PageAnswers, pageRows, type Row } from './permission-matrix.ts'
import { type Entry, guard, pageContext, pagesOf, table } from './permission-pages.ts'
import { type Actor, actors, addressOf, CSRF, makeWorld, ORIGIN, undoing, type World } from './permission-world.ts'

const api = createApi({ config: { siteName: 'しるべ', publicUrl: ORIGIN }, log: pino({ level: 'silent' }) })

test('every call of the OpenAPI document has its rows', async () => {
	const document = (await (await api.request('/api/openapi.json')).json()) as { paths: Record<string, Record<string, unknown>> }
	const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
	)
	expect(Object.keys(callRows).toSorted()).toEqual(calls.toSorted())
	expect(Object.values(callRows).filter((rows) => rows.length === 0)).toEqual([])
})

test('every page of the URL table has its rows', () => {
	expect(Object.keys(pageRows).toSorted()).toEqual(
		pagesOf()
			.map(({ path }) => path)
			.toSorted(),
	)
	expect(Object.values(pageRows).filter((rows) => rows.length === 0)).toEqual([])
})

test('the rows of a page agree with its access in the URL table', () => {
	const [visitor, member, revoked] = [actors.indexOf('visitor'), actors.indexOf('member'), actors.indexOf('revoked')] as const
	const mayBe: Record<NonNullable<PageFacts['access']> | 'everybody', (answers: PageAnswers) => boolean> = {
		everybody: (answers) => answers[visitor] !== '/login' && answers[revoked] !== '/login',
		members: (answers) => answers[visitor] === '/login' && answers[revoked] === '/login',
		staff: (answers) => answers[visitor] === '/login' && answers[revoked] === '/login' && answers[member] === 403,
		visitors: (answers) => answers[visitor] === 200 && answers[revoked] === 200 && answers[member] === '/',
	}
	const wrong = pages.flatMap(({ pattern, access }) =>
		(pageRows[pattern] ?? [])
			.filter((row) => !mayBe[access ?? 'everybody'](row.expect))
			.map((row) => `${pattern} (${row.about}): ${inWords(row.expect)}`),
	)
	expect(wrong).toEqual([])
})

/** Readable by the owner and, on staff pages, by staff only: mail addresses and undisclosed telephone numbers. */
const privateWords: readonly { word: string; readers: readonly Actor[] }[] = [
	{ word: addressOf('member'), readers: ['member'] },
	{ word: PHONE, readers: ['member'] },
	{ word: addressOf('other'), readers: ['other'] },
	{ word: addressOf('expert'), readers: ['expert'] },
]
/** Where the reader is known to have a right to them. */
const isRightful = (at: string, actor: Actor): boolean =>
	(actor === 'staff' && /^\/admin|getUser/.test(at)) ||
	// A visitor's, for anyone with the link of their mail.
	at.startsWith('/bulk_estimate/result/')

type Watch = { leaks: string[]; shown: Set<string> }
const newWatch = (): Watch => ({ leaks: [], shown: new Set() })

function watch({ leaks, shown }: Watch, at: string, actor: Actor, text: string): void {
	for (const { word, readers } of privateWords) {
		if (!text.includes(word)) continue
		if (readers.includes(actor)) shown.add(word)
		else if (!isRightful(at, actor)) leaks.push(`${at}: ${word} to ${actor}`)
	}
}

async function call(world: World, name: string, row: Row, actor: Actor, watching: Watch): Promise<number> {
	const [method = '', template = ''] = name.split(' ')
	const { params = {}, query, body, idToken = false, picture } = row.send(world, actor)
	const path = template.replaceAll(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(String(params[param])))
	const token = idToken ? world.idToken(actor) : undefined
	const response = await world.app.request(
		`${ORIGIN}${path}${query ? `?${query}` : ''}`,
		{
			method,
			headers: {
				...(method === 'GET' ? {} : { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }),
				'x-csrf-token': CSRF,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...(picture ? { 'content-type': 'image/png' } : {}),
				...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
				cookie: world.cookie(actor),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
			...(picture ? { body: Buffer.from(picture) } : {}),
		},
		{ address: '203.0.113.7' },
	)
	const text = await response.text()
	if (method === 'GET') watch(watching, path, actor, text)
	return response.status
}

/** `visitor 401, member 200, …`: what a failing row shows. */
const inWords = (answers: readonly (number | string)[]) => actors.map((actor, place) => `${actor} ${answers[place]}`).join(', ')

test('every call answers each kind of person as the matrix says', { timeout: 120_000 }, async () => {
	await withCtx(async (ctx) => {
		const world = await makeWorld(ctx)
		const wrong: string[] = []
		const watching = newWatch()
		for (const [name, rows] of Object.entries({ ...fileRows, ...callRows }))
			for (const row of rows) {
				const found: number[] = []
				for (const actor of actors) found.push(await undoing(ctx, () => call(world, name, row, actor, watching)))
				if (inWords(found) !== inWords(row.expect)) wrong.push(`${name} (${row.about}): ${inWords(found)}`)
			}
		expect(wrong).toEqual([])
		expect(watching.leaks).toEqual([])
	})
})

/** The loaders of the pages, as React Router runs them; what they draw is no part of who may see it. */
async function routeObject({ path, index, file, children }: Entry, id: string): Promise<RouteObject> {
	const { loader } = (await import(/* @vite-ignore */ `../src/web/${file}`)) as Pick<RouteObject, 'loader'>
	const base = { id, ...(path === undefined ? {} : { path }), loader: loader ?? (() => null) }
	if (index) return { ...base, index }
	return { ...base, children: await Promise.all((children ?? []).map((child, place) => routeObject(child, `${id}.${place}`))) }
}

type Pages = ReturnType<typeof createStaticHandler>

async function open(pages: Pages, world: World, address: string, actor: Actor, watching: Watch): Promise<number | string> {
	const request = new Request(new URL(address, ORIGIN), { headers: { cookie: world.cookie(actor) } })
	const answer = await pages.query(request, {
		requestContext: await pageContext(world, request),
		generateMiddlewareResponse: async (query) => {
			const result = await query(request)
			return result instanceof Response ? result : new Response(JSON.stringify(result.loaderData), { status: result.statusCode })
		},
	})
	if (!(answer instanceof Response)) throw new Error('the guard is not run')
	watch(watching, address, actor, await answer.text())
	const location = answer.headers.get('location')
	// An encrypted key differs each time.
	return location === null ? answer.status : new URL(location, ORIGIN).pathname.replace(/\/[\w-]{32,}$/, '/{key}')
}

test('every page answers each kind of person as the matrix says', { timeout: 120_000 }, async () => {
	await withCtx(async (ctx) => {
		const world = await makeWorld(ctx)
		const children = await Promise.all(table.map((entry, place) => routeObject(entry, `${place}`)))
		const pages = createStaticHandler([{ id: 'root', middleware: [guard], children }])
		const wrong: string[] = []
		const watching = newWatch()
		for (const [path, rows] of Object.entries(pageRows))
			for (const row of rows) {
				const found: (number | string)[] = []
				for (const actor of actors) found.push(await undoing(ctx, () => open(pages, world, row.at(world), actor, watching)))
				if (inWords(found) !== inWords(row.expect)) wrong.push(`${path} (${row.about}): ${inWords(found)}`)
			}
		expect(wrong).toEqual([])
		expect(watching.leaks).toEqual([])
		// Or the pages were not read at all.
		expect([...watching.shown].toSorted()).toEqual(privateWords.map(({ word }) => word).toSorted())
	})
})
