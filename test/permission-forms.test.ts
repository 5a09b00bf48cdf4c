import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { createStaticHandler, type MiddlewareFunction, type RouteObject } from 'react-router'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CSRF_COOKIE, CSRF_FIELD } from '../src/http/csrf.ts'
import type { FrontEnv } from '../src/http/front.ts'
import { admitWrites } from '../src/http/write-gate-for-test.ts'
import { oneClickPaths, uploadRoutes } from '../src/upload-routes.ts'
import { freshDatabase, type TestCtx, visitorCtx } from './database.ts'
import { accountFormRows } from './permission-forms-accounts.ts'
import { adminFormRows } from './permission-forms-admin.ts'
import { appointmentFormRows } from './permission-forms-appointments.ts'
import { billingFormRows } from './permission-forms-billing.ts'
import { developerFormRows } from './permission-developers.ts'
import { diagnosisFormRows } from './permission-forms-diagnosis.ts'
import { supportFormRows } from './permission-forms-support.ts'
import { documentFormRows } from './permission-forms-documents.ts'
import { leadFormRows } from './permission-forms-leads.ts'
import { officeFormRows } from './permission-forms-offices.ts'
import { qaFormRows } from './permission-forms-qa.ts'
import { answerFor, type FormAnswer, type FormRow, type FormRows } from './permission-forms-rows.ts'
import { socialFormRows } from './permission-forms-social.ts'
import { type FormActor, formActors, type FormsWorld, makeFormsWorld } from './permission-forms-world.ts'
import { type Entry, guard, pageContext, pagesOf, table } from './permission-pages.ts'
import { CSRF, ORIGIN, undoing } from './permission-world.ts'

/**
 * Who may send which form: every action of every page, for each kind of person, as a browser without a script sends it.
 * A page with an action but without a row fails the test.
 */
const formRows: FormRows = {
	...accountFormRows,
	...billingFormRows,
	...developerFormRows,
	...qaFormRows,
	...socialFormRows,
	...officeFormRows,
	...leadFormRows,
	...appointmentFormRows,
	...documentFormRows,
	...diagnosisFormRows,
	...supportFormRows,
	...adminFormRows,
}

const source = (file: string) => readFileSync(new URL(`../src/web/${file}`, import.meta.url), 'utf8')
const hasAction = ({ file }: { file: string }) => /^export (?:const|async function|function) action\b/m.test(source(file))

test('every page that takes a form has its rows', () => {
	const paths = pagesOf()
		.filter(hasAction)
		.map(({ path }) => path)
	expect(Object.keys(formRows).toSorted()).toEqual(paths.toSorted())
	expect(Object.values(formRows).filter((rows) => rows.length === 0)).toEqual([])
})

type Pages = { send: (world: FormsWorld, row: FormRow, actor: FormActor, forged?: Forged) => Promise<FormAnswer> }
/** Variants of a cross-site request. */
type Forged = { token?: string; from?: Record<string, string> }

/** The actions of the pages behind their guards and the CSRF check; what they show after it is no part of who may send. */
async function makePages(): Promise<Pages> {
	const routeObject = async ({ path, index, file, children }: Entry, id: string): Promise<RouteObject> => {
		const { action } = hasAction({ file }) ? ((await import(/* @vite-ignore */ `../src/web/${file}`)) as Pick<RouteObject, 'action'>) : {}
		const base = { id, ...(path === undefined ? {} : { path }), ...(action === undefined ? {} : { action }) }
		if (index) return { ...base, index }
		return { ...base, children: await Promise.all((children ?? []).map((child, place) => routeObject(child, `${id}.${place}`))) }
	}
	let isReached = false
	const watched: MiddlewareFunction = (args, next) =>
		guard(args, () => {
			isReached = true
			return next()
		})
	const children = await Promise.all(table.map((entry, place) => routeObject(entry, `${place}`)))
	const pages = createStaticHandler([{ id: 'root', middleware: [watched], children }])

	return {
		async send(world, row, actor, forged = {}) {
			isReached = false
			const app = new Hono<{ Bindings: FrontEnv }>()
			app.use(admitWrites({ rules: uploadRoutes, isExempt: (path) => oneClickPaths.includes(path) }))
			app.all('*', async (c) => {
				const answer = await pages.query(c.req.raw, {
					requestContext: await pageContext(world, c.req.raw, { body: c.env.body }),
					generateMiddlewareResponse: async (query) => {
						const result = await query(c.req.raw)
						if (result instanceof Response) return result
						if (result.statusCode >= 500) throw Object.values(result.errors ?? {})[0] ?? new Error(`${result.statusCode}`)
						return new Response(null, { status: result.statusCode })
					},
				})
				if (!(answer instanceof Response)) throw new Error('the guard is not run')
				return answer
			})
			app.onError((error) => {
				throw error
			})
			const { token = CSRF, from = { origin: ORIGIN, 'sec-fetch-site': 'same-origin' } } = forged
			const fields = Object.entries({ [CSRF_FIELD]: token, ...row.fields(world, actor) }).flatMap(([name, value]) =>
				(Array.isArray(value) ? value : [value]).map((one: string | number | File): [string, string | File] => [
					name,
					one instanceof File ? one : String(one),
				]),
			)
			const body = fields.some(([, value]) => value instanceof File) ? new FormData() : new URLSearchParams()
			for (const [name, value] of fields) body.append(name, value as string)
			const response = await app.request(`${ORIGIN}${row.at(world)}`, {
				method: 'POST',
				headers: { ...from, cookie: `${CSRF_COOKIE}=${CSRF}; ${world.cookieOf(actor)}` },
				body,
			})
			const location = response.headers.get('location')
			if (location === null) return response.status
			if (isReached) return 'done'
			return new URL(location, ORIGIN).pathname === '/login' ? '/login' : 'away'
		},
	}
}

let ctx: TestCtx
let world: FormsWorld
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
	ctx = { ...visitorCtx(transaction), site: { name: 'しるべ', publicUrl: ORIGIN } }
	world = await makeFormsWorld(ctx)
	sitePages = await makePages()
})

afterAll(() => close())

const refusals: readonly FormAnswer[] = [401, 403, '/login', 'away']

test('an unknown form is rejected with status 400', async () => {
	const wrong: string[] = []
	for (const page of pagesOf().filter((one) => hasAction(one) && one.path !== '/logout')) {
		const [row] = formRows[page.path] ?? []
		const actor = row && formActors.find((one) => !refusals.includes(answerFor(row.expect, one)))
		if (!row || !actor) throw new Error(`nobody may send a form of ${page.path}`)
		const unknown: FormRow = { ...row, fields: (...given) => ({ ...row.fields(...given), intent: 'no-such-form' }) }
		const found = await undoing(ctx, () => sitePages.send(world, unknown, actor))
		if (found !== 400) wrong.push(`${page.path}: ${found}`)
	}
	expect(wrong).toEqual([])
})

describe('a form answers each kind of person as its rows say:', () => {
	test.each(Object.entries(formRows))('%s', async (_path, rows) => {
		for (const row of rows) {
			const differing: string[] = []
			for (const actor of formActors) {
				const found = await undoing(ctx, () => sitePages.send(world, row, actor))
				const expected = answerFor(row.expect, actor)
				if (found !== expected) differing.push(`${actor} ${found}, not ${expected}`)
			}
			expect.soft(differing, row.about).toEqual([])
		}
	})
})

describe('a form from another site is refused:', () => {
	const forgeries: Forged[] = [
		{ token: 'zyxwvuts' },
		{ from: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' } },
		{ from: {} },
	]
	// There the token of a mail is the proof.
	test.each(Object.entries(formRows).filter(([path]) => !oneClickPaths.includes(path)))('%s', async (_path, [row]) => {
		if (!row) throw new Error('a page with a form has a row')
		for (const forged of forgeries) expect.soft(await sitePages.send(world, row, 'admin', forged), JSON.stringify(forged)).toBe(403)
	})
})
