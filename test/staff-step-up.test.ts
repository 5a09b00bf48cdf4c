import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createStaticHandler, isRouteErrorResponse, type RouteObject } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
// First: it loads the API, which extends zod before any schema is made.
import { ORIGIN, undoing } from './permission-world.ts'
import { SECOND_FACTOR_PURPOSE } from '../src/domain/accounts/sign-in/second-factor-purpose.ts'
import { PASSWORD } from '../src/domain/accounts/accounts-for-test.ts'
import { totpCode, totpStep } from '../src/platform/token-totp.ts'
import type { StaffWork } from '../src/domain/accounts/staff.ts'
import routes from '../src/web/routes.ts'
import { isStepUp, type StepUpData } from '../src/web/session/step-up.ts'
import { freshDatabase, type TestCtx, visitorCtx } from './database.ts'
import { adminFormRows } from './permission-forms-admin.ts'
import type { FormRow } from './permission-forms-rows.ts'
import { type FormsWorld, makeFormsWorld } from './permission-forms-world.ts'
import { pageContext } from './permission-pages.ts'
import { billingFormRows } from './permission-forms-billing.ts'

type Works = { loader: StaffWork; action?: StaffWork }

/** The kind of each handler of /admin; add new ones here. All except `routine` take a login within the last 15 minutes. */
const handlers: Readonly<Record<string, Works>> = {
	access: { loader: 'routine', action: 'verdict' },
	accesses: { loader: 'routine', action: 'verdict' },
	'admin.layout': { loader: 'routine' },
	'announcement-desk': { loader: 'routine', action: 'verdict' },
	'announcements-desk': { loader: 'routine', action: 'verdict' },
	appeals: { loader: 'routine' },
	'appeals-desk': { loader: 'routine', action: 'verdict' },
	article: { loader: 'routine', action: 'by-action' },
	'article-import': { loader: 'routine', action: 'verdict' },
	'article-imports': { loader: 'routine', action: 'verdict' },
	articles: { loader: 'routine', action: 'routine' },
	user: { loader: 'routine' },
	users: { loader: 'routine' },
	'articles-desk': { loader: 'routine', action: 'verdict' },
	audit: { loader: 'personal-data' },
	'billing-invoice': { loader: 'personal-data', action: 'verdict' },
	'billing-invoices': { loader: 'personal-data' },
	bulk: { loader: 'routine', action: 'verdict' },
	cards: { loader: 'personal-data', action: 'verdict' },
	checks: { loader: 'routine' },
	contact: { loader: 'personal-data', action: 'personal-data' },
	contacts: { loader: 'routine' },
	cases: { loader: 'personal-data' },
	merge: { loader: 'personal-data', action: 'verdict' },
	view: { loader: 'personal-data' },
	waiting: { loader: 'routine' },
	'claims-desk': { loader: 'personal-data', action: 'verdict' },
	'contacts-desk': { loader: 'personal-data', action: 'personal-data' },
	'credentials-desk': { loader: 'personal-data', action: 'verdict' },
	dashboard: { loader: 'routine' },
	diagnoses: { loader: 'routine' },
	diagnosis: { loader: 'personal-data', action: 'personal-data' },
	dunning: { loader: 'routine', action: 'verdict' },
	expert: { loader: 'personal-data', action: 'verdict' },
	experts: { loader: 'routine' },
	'experts-desk': { loader: 'personal-data', action: 'verdict' },
	facts: { loader: 'routine' },
	health: { loader: 'routine' },
	insights: { loader: 'routine' },
	item: { loader: 'routine', action: 'verdict' },
	'item-end': { loader: 'routine', action: 'verdict' },
	jobs: { loader: 'routine', action: 'routine' },
	import: { loader: 'personal-data', action: 'verdict' },
	imports: { loader: 'personal-data', action: 'verdict' },
	journal: { loader: 'routine' },
	lead: { loader: 'routine', action: 'routine' },
	leads: { loader: 'routine' },
	'leads-desk': { loader: 'routine', action: 'verdict' },
	office: { loader: 'routine', action: 'verdict' },
	offices: { loader: 'routine' },
	'offices-desk': { loader: 'routine', action: 'verdict' },
	'question-merge': { loader: 'routine', action: 'verdict' },
	pickups: { loader: 'routine' },
	pickup: { loader: 'routine', action: 'verdict' },
	'new-pickup': { loader: 'routine', action: 'verdict' },
	'new-item': { loader: 'routine', action: 'verdict' },
	'notice-desk': { loader: 'routine', action: 'verdict' },
	'notices-desk': { loader: 'routine', action: 'verdict' },
	'opened-messages': { loader: 'personal-data' },
	mail: { loader: 'routine', action: 'routine' },
	'mail-desk': { loader: 'routine', action: 'verdict' },
	offers: { loader: 'routine', action: 'verdict' },
	people: { loader: 'routine' },
	person: { loader: 'personal-data', action: 'personal-data' },
	'privacy-request': { loader: 'personal-data', action: 'personal-data' },
	'privacy-requests': { loader: 'routine', action: 'personal-data' },
	questions: { loader: 'routine', action: 'verdict' },
	refunds: { loader: 'personal-data', action: 'verdict' },
	renew: { loader: 'routine', action: 'renewal' },
	'reported-inquiry': { loader: 'personal-data' },
	'decided-reports': { loader: 'routine' },
	reports: { loader: 'routine' },
	'reports-desk': { loader: 'routine', action: 'verdict' },
	reviews: { loader: 'routine', action: 'verdict' },
	settings: { loader: 'routine', action: 'grant' },
	staff: { loader: 'personal-data', action: 'grant' },
	switches: { loader: 'routine', action: 'grant' },
	standing: { loader: 'personal-data', action: 'verdict' },
	subscriptions: { loader: 'personal-data' },
	template: { loader: 'routine', action: 'verdict' },
	templates: { loader: 'routine' },
	timeline: { loader: 'personal-data' },
	transfers: { loader: 'personal-data', action: 'verdict' },
	tree: { loader: 'routine' },
}

const web = path.resolve(import.meta.dirname, '../src/web')
const folder = path.join(web, 'admin')

test('every handler of /admin declares its kind, by the two functions that guard them', () => {
	const found = Object.fromEntries(
		globSync('**/*.{page,layout}.tsx', { cwd: folder }).map((file) => {
			const text = readFileSync(path.join(folder, file), 'utf8')
			const workOf = (kind: 'loader' | 'action') => {
				const guarded = new RegExp(
					`export const ${kind} = staff${kind === 'loader' ? 'Loader' : 'Action'}\\(\\s*\\[[^\\]]*\\],\\s*'([a-z-]+)'`,
				).exec(text)
				if (!guarded && text.includes(`export const ${kind}`)) throw new Error(`${file}: ${kind} is not guarded`)
				return guarded?.[1]
			}
			const action = workOf('action')
			return [
				path.basename(file).replace(/\.page\.tsx$|\.tsx$/, ''),
				{ loader: workOf('loader'), ...(action === undefined ? {} : { action }) },
			]
		}),
	)
	expect(found).toEqual(handlers)
})

/** The world of the forms' matrix, created once in a separate database; each test is rolled back. */
let made: { ctx: TestCtx; world: FormsWorld; end: () => Promise<void> } | undefined
beforeAll(async () => {
	const { db, close } = await freshDatabase()
	const transaction = await db.startTransaction().execute()
	const ctx: TestCtx = {
		...visitorCtx(transaction),
		site: { name: 'しるべ', publicUrl: ORIGIN },
	}
	const end = async () => {
		await transaction.rollback().execute()
		await close()
	}
	made = { ctx, world: await makeFormsWorld(ctx), end }
}, 240_000)
afterAll(() => made?.end())

const withWorld = async (handler: (ctx: TestCtx, world: FormsWorld) => Promise<void>) => {
	if (!made) throw new Error('there is no world')
	const { ctx, world } = made
	await undoing(ctx, () => handler(ctx, world))
}

const age = async (ctx: TestCtx, minutes: number) => {
	const auth_time = new Date(ctx.now().getTime() - minutes * 60_000)
	await ctx.db.updateTable('sessions').set({ auth_time }).execute()
}

const pages = [...routes, ...routes.flatMap(({ children = [] }) => children)].find(({ path }) => path === 'admin')?.children ?? []

/** The path of an address below /admin, as the route table has it. */
const patternOf = (address: string): string | undefined =>
	address
		.split('?', 1)[0]
		?.replace('/admin/', '')
		.replace(/\/\d+(?=\/messages$|\/merge$|$)/, '/:id')
		.replace(/^taxonomy\/[a-zA-Z]+\/[^/]+(?=$|\/(?:end|preview)$)/, 'taxonomy/:kind/:key')
		.replace(/^people\/[^/]+(?=$|\/(?:timeline|standing|cases|merge|view)$)/, 'people/:uid')

/** The file that the route table names for an address below /admin. */
function fileOf(address: string): string {
	const page = patternOf(address)
	const entry = pages.find(({ path }) => path === page)
	if (!entry) throw new Error(`No page of /admin at ${address}`)
	return path.join(web, entry.file)
}

const pageOf = (address: string): string => path.basename(fileOf(address), '.page.tsx')

type Sent = { status: number; location: string | null; shown: unknown; cookies: readonly string[] }

/** One page's loader or action as React Router runs it, for this person's browser. */
async function open(
	world: FormsWorld,
	address: string,
	fields?: Record<string, string | readonly string[]>,
	cookie = world.cookieOf('admin'),
): Promise<Sent> {
	const { loader, action } = (await import(/* @vite-ignore */ fileOf(address))) as Pick<RouteObject, 'loader' | 'action'>
	const pattern = `/admin/${patternOf(address)}`
	const pages = createStaticHandler([{ id: 'page', path: pattern, loader: loader ?? true, ...(action ? { action } : {}) }])
	const body =
		fields &&
		new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])))
	const request = new Request(`${ORIGIN}${address}`, { headers: { cookie }, ...(body ? { method: 'POST', body } : {}) })
	const context = await pageContext(world, request)
	const answer = await pages.query(request, { requestContext: context })
	const { cookiesContext } = await import('../src/web/context.ts')
	const cookies = context.get(cookiesContext).list()
	if (answer instanceof Response) return { status: answer.status, location: answer.headers.get('location'), shown: null, cookies }
	const error = Object.values(answer.errors ?? {})[0]
	return { status: answer.statusCode, location: null, shown: isRouteErrorResponse(error) ? error.data : (error ?? null), cookies }
}

const sampleOf = (world: FormsWorld): Readonly<Record<string, string>> => ({
	audit: '/admin/audit',
	cards: '/admin/billing/cards',
	'billing-invoice': `/admin/billing/invoices/${world.billing.invoiceId}`,
	'billing-invoices': '/admin/billing/invoices',
	contact: '/admin/contacts/1',
	diagnosis: '/admin/diagnoses/1',
	expert: `/admin/experts/${world.expertId}`,
	'opened-messages': `/admin/message-access/${world.inquiry.accessId}/messages`,
	'experts-desk': '/admin/queues/experts',
	'claims-desk': '/admin/queues/claims',
	'contacts-desk': '/admin/queues/contacts',
	'credentials-desk': '/admin/queues/credentials',
	person: `/admin/people/${world.people.member.uid}`,
	'privacy-request': `/admin/privacy/${world.support.privacy}`,
	'reported-inquiry': '/admin/reports/1',
	refunds: '/admin/billing/refunds',
	staff: '/admin/staff',
	standing: `/admin/people/${world.people.member.uid}/standing`,
	subscriptions: '/admin/billing',
	cases: `/admin/people/${world.people.member.uid}/cases`,
	view: `/admin/people/${world.people.member.uid}/view`,
	merge: `/admin/people/${world.people.member.uid}/merge`,
	timeline: `/admin/people/${world.people.member.uid}/timeline`,
	transfers: '/admin/billing/transfers',
	import: `/admin/import/${world.importId}`,
	imports: '/admin/import',
})

test(
	'with a login of 16 minutes ago every page of personal data leads to the renewal and back, and the other pages open',
	{ timeout: 240_000 },
	() =>
		withWorld(async (ctx, world) => {
			await age(ctx, 16)
			const samples = sampleOf(world)
			expect(Object.keys(samples).toSorted()).toEqual(
				Object.keys(handlers)
					.filter((name) => handlers[name]?.loader === 'personal-data')
					.toSorted(),
			)
			for (const address of Object.values(samples)) {
				const { location } = await undoing(ctx, () => open(world, address))
				expect(`${address} ${location}`).toBe(`${address} /admin/renew?redirect=${encodeURIComponent(address)}`)
			}
			for (const address of ['/admin/queues/reports', '/admin/questions', '/admin/experts', '/admin/jobs'])
				expect((await undoing(ctx, () => open(world, address))).status).toBe(200)
			await age(ctx, 14)
			expect((await undoing(ctx, () => open(world, '/admin/audit'))).status).toBe(200)
		}),
)

test('a moderator reaches no page of billing, and support neither proofs nor applications', { timeout: 240_000 }, () =>
	withWorld(async (ctx, world) => {
		const statusFor = async (actor: 'moderator' | 'support' | 'accounting' | 'reviewer', address: string) =>
			(await undoing(ctx, () => open(world, address, undefined, world.cookieOf(actor)))).status
		const billing = pages.flatMap(({ path: page }) =>
			page?.startsWith('billing') ? [`/admin/${page.replace(':id', `${world.billing.invoiceId}`)}`] : [],
		)
		expect(billing.length).toBeGreaterThan(5)
		for (const address of billing) {
			for (const actor of ['moderator', 'support', 'reviewer'] as const)
				expect(`${address} ${actor} ${await statusFor(actor, address)}`).toBe(`${address} ${actor} 403`)
			expect(`${address} ${await statusFor('accounting', address)}`).toBe(`${address} 200`)
		}
		for (const address of [`/admin/experts/${world.expertId}`, '/admin/queues/experts', '/admin/queues/credentials', '/admin/experts']) {
			for (const actor of ['support', 'moderator', 'accounting'] as const)
				expect(`${address} ${actor} ${await statusFor(actor, address)}`).toBe(`${address} ${actor} 403`)
			expect(`${address} ${await statusFor('reviewer', address)}`).toBe(`${address} 200`)
		}
		for (const page of ['', '/cases', '/timeline', '/merge', '/view'])
			expect(await statusFor('moderator', `/admin/people/${world.people.member.uid}${page}`)).toBe(403)
	}),
)

test('files of staff are for the same roles as the pages that link them', { timeout: 240_000 }, () =>
	withWorld(async (ctx, world) => {
		const statusOf = async (file: string, actor: Parameters<FormsWorld['cookieOf']>[0], address: string) =>
			undoing(ctx, async () => {
				const { loader } = (await import(/* @vite-ignore */ path.join(folder, file))) as Pick<RouteObject, 'loader'>
				const request = new Request(`${ORIGIN}${address}`, { headers: { cookie: world.cookieOf(actor) } })
				const handler = createStaticHandler([{ id: 'file', path: '*', loader: loader ?? true }])
				const answer: unknown = await handler
					.queryRoute(request, { requestContext: await pageContext(world, request), routeId: 'file' })
					.catch((error: unknown) => error)
				if (answer instanceof Response) return answer.status
				return isRouteErrorResponse(answer) ? answer.status : 0
			})
		expect(await statusOf('experts/proof-page.ts', 'support', '/admin/proof/x/1')).toBe(403)
		expect(await statusOf('experts/proof-page.ts', 'moderator', '/admin/proof/x/1')).toBe(403)
		expect(await statusOf('billing/journal-file.ts', 'moderator', '/admin/billing/journal.csv')).toBe(403)
		expect(await statusOf('billing/journal-file.ts', 'support', '/admin/billing/journal.csv')).toBe(403)
		expect(await statusOf('privacy/data-file.ts', 'moderator', '/admin/privacy/1/data.json')).toBe(403)
		expect(await statusOf('privacy/data-file.ts', 'reviewer', '/admin/privacy/1/data.json')).toBe(403)
	}),
)

const staffBillingRows = Object.fromEntries(Object.entries(billingFormRows).filter(([path]) => path.startsWith('/admin/')))

/** Saving an article and running jobs are not verdicts. */
const isRoutine = (path: string, row: FormRow) =>
	handlers[pageOf(path.replace(':id', '1'))]?.action === 'routine' || /^save|^the expert’s draft: save$/.test(row.about)

test('with a login of 16 minutes ago every verdict and grant asks for a new login and keeps what was typed', { timeout: 240_000 }, () =>
	withWorld(async (ctx, world) => {
		await age(ctx, 16)
		const wrong: string[] = []
		for (const [path, rows] of Object.entries({ ...adminFormRows, ...staffBillingRows }))
			for (const row of rows) {
				const fields = Object.fromEntries(
					Object.entries(row.fields(world, 'admin')).map(([name, value]) => [name, [value].flat().map(String)]),
				)
				const { status, shown } = await undoing(ctx, () => open(world, row.at(world), fields))
				const asks = isStepUp(shown)
				if (asks === isRoutine(path, row)) wrong.push(`${path} (${row.about}): ${status}`)
				const typed = isStepUp(shown) ? shown.typed.map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]) : []
				const kept = Object.entries(fields).flatMap(([name, values]) => values.map((value) => [name, value]))
				if (asks && JSON.stringify(typed) !== JSON.stringify(kept)) wrong.push(`${path} (${row.about}): what was typed is lost`)
			}
		expect(wrong).toEqual([])
	}),
)

const reason = '掲載の基準に合わないため'
const hiding = (world: FormsWorld) => ({ intent: 'hide-question', targetId: `${world.questions.open}`, reason })

/** An authenticator app for the admin. */
async function addApp(ctx: TestCtx, world: FormsWorld): Promise<() => string> {
	const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
	const sealed_secret = world.ctx.encryptor.encrypt(SECOND_FACTOR_PURPOSE, secret)
	const values = { uid: world.people.staff.uid, sealed_secret, created_at: ctx.now(), confirmed_at: ctx.now(), last_step: '0' }
	await ctx.db.insertInto('second_factors').values(values).execute()
	return () => totpCode(secret, totpStep(ctx.now()))
}

const isHidden = async (ctx: TestCtx, world: FormsWorld) =>
	(await ctx.db.selectFrom('questions').select('hidden_reason').where('id', '=', world.questions.open).executeTakeFirstOrThrow())
		.hidden_reason !== null

test('the form that was asked for is sent with the password and the code, and renews the login', { timeout: 120_000 }, () =>
	withWorld(async (ctx, world) => {
		const code = await addApp(ctx, world)
		await age(ctx, 16)
		const send = (more: Record<string, string>) => open(world, '/admin/questions', { ...hiding(world), ...more })
		for (const [more, status] of [
			[{ currentPassword: '', code: '' }, 422],
			[{ currentPassword: 'wrong', code: code() }, 422],
			[{ currentPassword: PASSWORD, code: '' }, 401],
			[{ currentPassword: PASSWORD, code: '000000' }, 422],
		] as const) {
			const answer = await send(more)
			expect([answer.status, isStepUp(answer.shown)]).toEqual([status, true])
			const { typed, failed } = answer.shown as StepUpData
			expect(Object.fromEntries(typed)).toEqual(hiding(world))
			expect(failed).toMatchObject({ kind: 'failure' })
			expect(await isHidden(ctx, world)).toBe(false)
		}
		const answer = await send({ currentPassword: PASSWORD, code: code() })
		expect([answer.status, answer.location]).toEqual([303, '/admin/questions?done=hide-question'])
		expect(answer.cookies.some((cookie) => cookie.startsWith('__Host-session='))).toBe(true)
		expect(await isHidden(ctx, world)).toBe(true)
	}),
)

test('a form whose session has ended asks for the address too, and goes on', { timeout: 120_000 }, () =>
	withWorld(async (ctx, world) => {
		const code = await addApp(ctx, world)
		await ctx.db.deleteFrom('sessions').where('uid', '=', world.people.staff.uid).execute()
		const ended = await open(world, '/admin/questions', hiding(world))
		expect([ended.status, (ended.shown as StepUpData).ways]).toEqual([401, null])
		const proof = { accountEmail: 'member@example.com', currentPassword: PASSWORD, code: '' }
		// Logging in as somebody who is not staff does not help.
		expect((await open(world, '/admin/questions', { ...hiding(world), ...proof })).status).toBe(401)
		expect(await isHidden(ctx, world)).toBe(false)
		const answer = await open(world, '/admin/questions', { ...hiding(world), ...proof, accountEmail: 'staff@example.com', code: code() })
		expect([answer.status, answer.location]).toEqual([303, '/admin/questions?done=hide-question'])
		expect(await isHidden(ctx, world)).toBe(true)
	}),
)

test('a password alone does not renew a login of staff', { timeout: 120_000 }, () =>
	withWorld(async (ctx, world) => {
		await age(ctx, 16)
		const answer = await open(world, '/admin/questions', { ...hiding(world), currentPassword: PASSWORD })
		expect([answer.status, isStepUp(answer.shown)]).toEqual([401, true])
		expect(await isHidden(ctx, world)).toBe(false)
	}),
)
