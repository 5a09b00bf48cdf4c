import { describe, expect, test } from 'vitest'
import { importsOf } from '../scripts/imports.ts'
import { openCalendar } from '../src/domain/appointments/appointments-for-test.ts'
import { getBookingSettings } from '../src/domain/appointments/booking-settings.ts'
import { getBookingPage } from '../src/domain/appointments/booking.ts'
import { endpointInput, makeOwner, tokenInput } from '../src/domain/developers/developers-for-test.ts'
import { createToken, listTokens } from '../src/domain/developers/tokens.ts'
import { addEndpoint, getEndpoint } from '../src/domain/developers/webhooks.ts'
import { listSavedReplies } from '../src/domain/inquiries/saved-replies.ts'
import { readOwnPhotos } from '../src/domain/offices/office-photos.ts'
import { listOwnPlacements } from '../src/domain/placements/placements.ts'
import { getExpertStats } from '../src/domain/operations/expert-stats.ts'
import type { Ctx } from '../src/domain/shared/context.ts'
import { type TestCtx, withCtx } from './database.ts'
import { read, sources } from './source-files.ts'

/** Runs `handler` and returns the tables that each of its statements names. */
async function tablesOfStatements(ctx: Ctx, handler: (ctx: Ctx) => Promise<unknown>): Promise<string[][]> {
	const statements: string[][] = []
	const db = ctx.db.withPlugin({
		transformQuery({ node, queryId }) {
			const { sql } = ctx.db.getExecutor().compileQuery(node, queryId)
			statements.push([...sql.matchAll(/\b(?:from|join)\s+"?(\w+)/g)].flatMap(([, table]) => table ?? []))
			return node
		},
		transformResult: ({ result }) => Promise.resolve(result),
	})
	await handler({ ...ctx, db })
	return statements
}

type Owner = Awaited<ReturnType<typeof makeOwner>>

/** Every read of a page that asks for a plan: its module, the table of its own rows, and the call. */
const reads: readonly (readonly [name: string, module: string, table: string, call: (ctx: TestCtx, owner: Owner) => Promise<Read>])[] = [
	[
		'booking page',
		'src/domain/appointments/availability.ts',
		'booking_settings',
		async (ctx, { owner, officeId }) => {
			await openCalendar(await owner(), officeId)
			return { ctx, run: (visitor) => getBookingPage(visitor, officeId, { from: null }) }
		},
	],
	[
		'settings of bookings',
		'src/domain/appointments/booking-settings.ts',
		'booking_hours',
		async (_ctx, { owner, officeId }) => {
			await openCalendar(await owner(), officeId)
			return { ctx: await owner(), run: (member) => getBookingSettings(member, officeId) }
		},
	],
	[
		'photographs',
		'src/domain/offices/office-photos.ts',
		'office_photos',
		async (_ctx, { owner, officeId }) => ({ ctx: await owner(), run: (member) => readOwnPhotos(member, officeId) }),
	],
	[
		'saved replies',
		'src/domain/inquiries/saved-replies.ts',
		'saved_replies',
		async (_ctx, { owner }) => ({ ctx: await owner(), run: listSavedReplies }),
	],
	[
		'placements',
		'src/domain/placements/placements.ts',
		'placements',
		async (_ctx, { owner }) => ({ ctx: await owner(), run: listOwnPlacements }),
	],
	[
		'figures of an expert',
		'src/domain/operations/performance/own-offices.ts',
		'experts',
		async (_ctx, { owner }) => ({ ctx: await owner(), run: (member) => getExpertStats(member, { days: 365, officeId: null }) }),
	],
	[
		'tokens',
		'src/domain/developers/tokens.ts',
		'api_tokens',
		async (_ctx, { owner }) => {
			await createToken(await owner(), tokenInput(), null)
			return { ctx: await owner(), run: listTokens }
		},
	],
	[
		'webhook',
		'src/domain/developers/webhooks.ts',
		'webhook_endpoints',
		async (_ctx, { owner }) => {
			const { id } = await addEndpoint(await owner(), endpointInput(), null)
			return { ctx: await owner(), run: (member) => getEndpoint(member, id) }
		},
	],
]
type Read = { ctx: Ctx; run: (ctx: Ctx) => Promise<unknown> }

describe('entitlement checks add no statement to any page:', () => {
	test.each(reads)('%s', (_name, _module, table, call) =>
		withCtx(async (ctx) => {
			const { ctx: viewer, run } = await call(ctx, await makeOwner(ctx))
			const withPlans = (await tablesOfStatements(viewer, run)).filter((tables) => tables.includes('account_plans'))
			expect(withPlans).toEqual([expect.arrayContaining([table])])
		}),
	)

	test('every module that asks for a plan is among them, or is no page', () => {
		const fragments = ['src/domain/plans/account-plan.ts', 'src/domain/developers/api-access.ts']
		const others = [
			// Writes, which read the plan within the statement that counts, or within their transaction.
			'src/domain/memberships/office-capacity.ts',
			'src/domain/memberships/office-membership.ts',
			'src/domain/offices/office-editing.ts',
			'src/domain/billing/billing-personal.ts',
			'src/domain/billing/subscriptions.ts',
			'src/domain/documents/document-uploads.ts',
			// Announcements address members by their plan; a merge of accounts names the tables that refer to a person.
			'src/domain/operations/announcements/announcements.ts',
			'src/domain/operations/people/merge-rules.ts',
			// What staff see of a person or of offices, in the statement that reads them.
			'src/domain/operations/person-overview.ts',
			'src/domain/operations/offices/office-figures.ts',
			// Calls and deliveries, in the statement that finds the token or the address.
			'src/domain/developers/api-access.ts',
			'src/domain/developers/webhook-events.ts',
			'src/domain/developers/webhook-sending.ts',
			// Forms that exist only with the plan: the check is the one statement that is about them.
			'src/web/developers/token.page.tsx',
			'src/web/developers/webhook-new.page.tsx',
		]
		const asking = sources.filter(
			(file) =>
				file.startsWith('src/') &&
				!/(?:\.test|-for-test)\.tsx?$/.test(file) &&
				!fragments.slice(0, 1).includes(file) &&
				(/\bfrom (?:the )?account_plans\b|'account_plans\b/.test(read(file)) ||
					importsOf(read(file)).some(({ from }) => fragments.some((fragment) => fragment.endsWith(from.replace(/^[./]+/, '/'))))),
		)
		expect(asking.toSorted()).toEqual([...new Set([...others, ...reads.map(([, module]) => module)])].toSorted())
	})
})
