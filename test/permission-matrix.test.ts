import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApi } from '../src/api/index.ts'
import { testV1 } from '../src/api/v1-for-test.ts'
import { freshDatabase, type TestCtx, visitorCtx } from './database.ts'
import { PHONE } from './permission-estimates.ts'
import { pages } from '../src/web/routes.ts'
import type { PageFacts } from '../src/web/page-table.ts'
import { callRows, fileRows, pageRows } from './permission-matrix.ts'
import { loadPage, makePages, pageContext, type Pages, pagesOf } from './permission-pages.ts'
import { expectedFor, type Answers, type CallRow, type PageAnswer } from './permission-rows.ts'
import { type Actor, actors, addressOf, CSRF, makeWorld, ORIGIN, undoing, type World } from './permission-world.ts'

const api = createApi({ config: { siteName: 'しるべ', publicUrl: ORIGIN }, log: pino({ level: 'silent' }) })

test('every call of the OpenAPI document has its rows', async () => {
	type Document = { paths: Record<string, Record<string, unknown>> }
	const documents = [await api.request('/api/openapi.json'), await testV1(ctx).request('/api/v1/openapi.json')]
	const paths = (await Promise.all(documents.map((answer) => answer.json() as Promise<Document>))).map((document) => document.paths)
	const calls = Object.entries(Object.assign({}, ...paths) as Document['paths']).flatMap(([path, methods]) =>
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
	const sendsToLogin = (answers: Answers<PageAnswer>) =>
		(['visitor', 'revoked'] as const).every((actor) => expectedFor(answers, actor) === '/login')
	const mayBe: Record<NonNullable<PageFacts['access']> | 'everybody', (answers: Answers<PageAnswer>) => boolean> = {
		everybody: (answers) => (['visitor', 'revoked'] as const).every((actor) => expectedFor(answers, actor) !== '/login'),
		members: sendsToLogin,
		staff: (answers) => sendsToLogin(answers) && expectedFor(answers, 'member') === 403,
		visitors: (answers) =>
			(['visitor', 'revoked'] as const).every((actor) => expectedFor(answers, actor) === 200) && expectedFor(answers, 'member') === '/',
	}
	const wrong = pages.flatMap(({ pattern, access }) =>
		(pageRows[pattern] ?? [])
			.filter((row) => !mayBe[access ?? 'everybody'](row.expect))
			.map((row) => `${pattern} (${row.about}): ${inWords((actor) => expectedFor(row.expect, actor))}`),
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
/** Readers with a right to them. */
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

async function call(world: World, name: string, row: CallRow, actor: Actor, watching: Watch): Promise<number> {
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

async function open(pages: Pages, world: World, address: string, actor: Actor, watching: Watch): Promise<PageAnswer> {
	const request = new Request(new URL(address, ORIGIN), { headers: { cookie: world.cookie(actor) } })
	const answer = await loadPage(pages, request, await pageContext(world, request))
	watch(watching, address, actor, await answer.text())
	const location = answer.headers.get('location')
	// An encrypted key differs each time, a number from world to world.
	return location === null
		? answer.status
		: (new URL(location, ORIGIN).pathname.replace(/\/[\w-]{32,}$/, '/{key}').replace(/\/\d+$/, '/{id}') as `/${string}`)
}

/** `visitor 401, member 200, …`: what a failing row shows. */
const inWords = (answerOf: (actor: Actor) => number | string) => actors.map((actor) => `${actor} ${answerOf(actor)}`).join(', ')

/** What a row promises for each kind of person, and what they got. */
async function compare<A extends number | string>(
	{ about, expect: expected }: { about: string; expect: Answers<A> },
	send: (actor: Actor) => Promise<A>,
): Promise<{ found: string; promised: string }> {
	const found = new Map<Actor, A>()
	for (const actor of actors) found.set(actor, await undoing(ctx, () => send(actor)))
	return {
		found: `${about}: ${inWords((actor) => found.get(actor) ?? 'nothing')}`,
		promised: `${about}: ${inWords((actor) => expectedFor(expected, actor))}`,
	}
}

let ctx: TestCtx
let world: World
let sitePages: Pages
let close: () => Promise<void>

// One world for all rows, each of which is undone. In a separate database: the transaction is long, and other tests create
// the same people.
beforeAll(async () => {
	const database = await freshDatabase()
	const transaction = await database.db.startTransaction().execute()
	close = async () => {
		await transaction.rollback().execute()
		await database.close()
	}
	ctx = visitorCtx(transaction)
	world = await makeWorld(ctx)
	sitePages = await makePages()
})

afterAll(() => close())

describe('a call answers each kind of person as its rows say:', () => {
	// Files first, because one that a call removes does not come back.
	test.each(Object.entries({ ...fileRows, ...callRows }))('%s', async (name, rows) => {
		const watching = newWatch()
		for (const row of rows) {
			const { found, promised } = await compare(row, (actor) => call(world, name, row, actor, watching))
			expect.soft(found).toBe(promised)
		}
		expect(watching.leaks).toEqual([])
	})
})

describe('a page answers each kind of person as its rows say:', () => {
	test.each(Object.entries(pageRows))('%s', async (_path, rows) => {
		const watching = newWatch()
		for (const row of rows) {
			const { found, promised } = await compare<PageAnswer>(row, (actor) => open(sitePages, world, row.at(world), actor, watching))
			expect.soft(found).toBe(promised)
		}
		expect(watching.leaks).toEqual([])
	})
})

test('the search for private words finds those that a page shows to an authorised reader', async () => {
	const watching = newWatch()
	for (const actor of ['member', 'other', 'expert'] as const) await open(sitePages, world, '/mypage/account', actor, watching)
	await open(sitePages, world, `/mypage/estimates/${world.estimates.requestId}`, 'member', watching)
	expect([...watching.shown].toSorted()).toEqual(privateWords.map(({ word }) => word).toSorted())
})
