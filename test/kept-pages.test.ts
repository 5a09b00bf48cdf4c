// First: it gives schemas that are made after it what the API's document needs.
// oxlint-disable-next-line import/no-unassigned-import -- imported for what it does to zod
import '@hono/zod-openapi'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerInput, as, makeExpertViewer, makeMember, questionInput } from '../src/domain/questions/questions-for-test.ts'
import { postAnswer } from '../src/domain/questions/answers.ts'
import { postQuestion } from '../src/domain/questions/questions.ts'
import { days } from '../src/domain/shared/japan-time.ts'
import type { Audience } from '../src/http/page-rules.ts'
import { pages } from '../src/web/routes.ts'
import { freshDatabase, type TestCtx, visitorCtx } from './database.ts'
import { makeOffice, makeReview } from './factories.ts'
import { pageRows } from './permission-matrix.ts'
import { loadPage, makePages, pageContext, type Pages } from './permission-pages.ts'
import { expectedFor, type PageRow } from './permission-rows.ts'
import { type Actor, actors, addressOf, CSRF, makeWorld, ORIGIN, type World } from './permission-world.ts'

/** Statements of a page besides those of its session; the search has the most. */
const MOST = 21

let ctx: TestCtx
let world: World
let sitePages: Pages
let close: () => Promise<void>

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

/** Addresses of a page that everybody may open. */
const publicRows = (pattern: string): PageRow[] => (pageRows[pattern] ?? []).filter((row) => expectedFor(row.expect, 'visitor') === 200)
const kept = pages.flatMap(({ pattern, cache }) => (cache?.readers === undefined ? [] : [pattern]))

/** The data of a page as it is rendered to be kept for an audience: the request has nothing of anybody. */
async function load(address: string, audience: Audience): Promise<string> {
	const request = new Request(new URL(address, ORIGIN))
	return (await loadPage(sitePages, request, await pageContext(world, request, { audience }))).text()
}

describe('a page that is kept for signed-in readers has nothing of anybody:', () => {
	// The world of the permission tests has no tool.
	test.each(kept.filter((pattern) => publicRows(pattern).length > 0))('%s', async (pattern) => {
		const rows = publicRows(pattern)
		const own = [
			CSRF,
			...actors.flatMap((actor) => [
				addressOf(actor),
				...world
					.cookie(actor)
					.split('; ')
					.map((pair) => pair.split('=')[1] ?? ''),
			]),
			// That of the expert is public: it is in the addresses of the API.
			...Object.entries(world.people).flatMap(([actor, { uid }]) => (actor === 'expert' ? [] : [uid])),
		]
		for (const row of rows)
			for (const audience of ['member', 'expert'] as const) {
				const data = await load(row.at(world), audience)
				for (const word of own) expect.soft(data.includes(word), `${word} in ${row.at(world)}`).toBe(false)
			}
	})
})

/** Counts the statements of a page for one kind of person. */
async function countStatements(address: string, actor: Actor): Promise<number> {
	let count = 0
	const counting: KyselyPlugin = {
		transformQuery({ node }) {
			count += 1
			return node
		},
		transformResult: ({ result }) => Promise.resolve(result),
	}
	const request = new Request(new URL(address, ORIGIN), { headers: { cookie: world.cookie(actor) } })
	const counted = { ctx: { ...world.ctx, db: world.ctx.db.withPlugin(counting) as TestCtx['db'] }, accounts: world.accounts }
	const context = await pageContext(counted, request)
	// The session and what the test reads for every page.
	count = 0
	await loadPage(sitePages, request, context)
	return count
}

/** More of everything that lists show: offices of the same place and task, with reviews, and questions with answers. */
async function grow(): Promise<void> {
	const member = as(ctx, await makeMember(ctx))
	for (let made = 0; made < 12; made += 1) {
		const { viewer, expertId } = await makeExpertViewer(ctx)
		const officeId = await makeOffice(ctx, { expertIds: [expertId] })
		await makeReview(ctx, officeId)
		await makeReview(ctx, world.officeId)
		const later = { ...member, now: () => new Date(ctx.now().getTime() + days(made)) }
		const { id } = await postQuestion(later, questionInput())
		await postAnswer({ ...as(ctx, viewer), now: later.now }, id, answerInput())
		await postAnswer({ ...as(ctx, viewer), now: later.now }, world.questions.open, answerInput())
	}
}

describe('statements of a page', () => {
	test('are few, and as many with twelve more of everything that it lists', async () => {
		const addresses = pages
			.filter(({ access, pattern }) => (access ?? 'everybody') === 'everybody' && !/\.(?:ics|xml|pdf)$|:file/.test(pattern))
			.flatMap(({ pattern }) => publicRows(pattern).slice(0, 1))
			.map((row) => row.at(world))
		const before = new Map<string, number>()
		for (const address of addresses)
			for (const actor of ['visitor', 'member'] as const) before.set(`${address} ${actor}`, await countStatements(address, actor))
		await grow()
		const grown: string[] = []
		const many: string[] = []
		for (const address of addresses)
			for (const actor of ['visitor', 'member'] as const) {
				const count = await countStatements(address, actor)
				// A part of the page that was empty takes a statement or two.
				if (count > (before.get(`${address} ${actor}`) ?? 0) + 2)
					grown.push(`${address} ${actor}: ${before.get(`${address} ${actor}`)} to ${count}`)
				if (count > MOST) many.push(`${address} ${actor}: ${count}`)
			}
		expect(addresses.length).toBeGreaterThan(43)
		expect(grown).toEqual([])
		expect(many).toEqual([])
	})
})
