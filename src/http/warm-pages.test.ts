import { expect, test } from 'vitest'
import { TEST_NOW, type TestCtx, withCtx } from '../../test/database.ts'
import { cached, page } from './page-cache-for-test.ts'
import { createWarmPages, type WarmPages, type WarmPagesOptions } from './warm-pages.ts'

const nothing = { hottest: () => [], warm: async () => undefined }
const unexpected = (error: unknown) => {
	throw error
}
const made: WarmPages[] = []

function processOf(ctx: TestCtx, options: Partial<WarmPagesOptions>): WarmPages {
	const process = createWarmPages({ db: ctx.db, pages: nothing, now: ctx.now, onError: unexpected, ...options })
	made.push(process)
	return process
}

/** Ends the processes before their database. */
const withProcesses = (handler: (ctx: TestCtx) => Promise<void>) =>
	withCtx(async (ctx) => {
		await handler(ctx)
		for (const process of made.splice(0)) await process.close()
	})

/** A process that serves and has these pages in memory. */
async function neighbour(ctx: TestCtx, paths: string[], now = ctx.now) {
	const process = processOf(ctx, { pages: { ...nothing, hottest: () => paths }, now })
	await process.warmed
	await process.note()
	return process
}

test('a process that starts beside others is ready once it has rendered their pages', () =>
	withProcesses(async (ctx) => {
		await neighbour(ctx, ['/list/1', '/'])
		await neighbour(ctx, ['/list/2', '/'])
		const { cache, rendered } = await cached({ render: () => page('A') })
		const starting = processOf(ctx, { pages: cache })
		expect(starting.isWarming()).toBe(true)
		await starting.warmed
		expect(starting.isWarming()).toBe(false)
		// What more of them have comes first.
		expect(rendered).toEqual(['/', '/list/1', '/list/2'])
		expect(cache.stats().entries).toBe(3)
	}))

test('readiness does not wait for pages when no other process serves', () =>
	withProcesses(async (ctx) => {
		const last = await neighbour(ctx, ['/list/1'])
		await last.close()
		let isAsked = false
		const starting = processOf(ctx, {
			pages: { ...nothing, warm: () => ((isAsked = true), new Promise<void>(() => undefined)) },
		})
		await starting.warmed
		expect(isAsked).toBe(true)
	}))

test('a process that has not been heard of for minutes is no neighbour, and its pages are forgotten after a day', () =>
	withProcesses(async (ctx) => {
		await neighbour(ctx, ['/list/1'], () => new Date(TEST_NOW.getTime() - 3 * 60_000))
		await neighbour(ctx, ['/list/2'], () => new Date(TEST_NOW.getTime() - 25 * 3_600_000))
		let asked: readonly string[] = []
		const starting = processOf(ctx, {
			pages: { ...nothing, warm: (paths) => ((asked = paths), new Promise<void>(() => undefined)) },
		})
		await starting.warmed
		expect(asked).toEqual(['/list/1'])
	}))

test('readiness waits no longer than its limit', () =>
	withProcesses(async (ctx) => {
		await neighbour(ctx, ['/list/1'])
		let isEnded = false
		const warm: WarmPagesOptions['pages']['warm'] = (_paths, signal) =>
			new Promise(() => signal.addEventListener('abort', () => (isEnded = true)))
		const starting = processOf(ctx, { pages: { ...nothing, warm }, withinMs: 20 })
		await starting.warmed
		expect([starting.isWarming(), isEnded]).toEqual([false, true])
	}))

test('notes pages for visitors only, without queries, and those asked for again first', () =>
	withProcesses(async (ctx) => {
		const { cache, ask } = await cached({ render: (request) => page('A', { status: request.url.endsWith('/list/9') ? 404 : 200 }) })
		for (const target of ['/list/1', '/list/2', '/list/3?order=new', '/list/9', '/list/1.data']) await ask(target)
		// Use is noted once a second.
		await expect.poll(async () => (await ask('/list/1'), cache.hottest(10)), { timeout: 20_000 }).toEqual(['/list/1', '/list/2'])
		const process = processOf(ctx, { pages: cache })
		await process.warmed
		await process.note()
		expect(await ctx.db.selectFrom('web_processes').select('hot_paths').execute()).toEqual([{ hot_paths: ['/list/1', '/list/2'] }])
	}))
