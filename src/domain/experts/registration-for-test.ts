import { classicPdf, onePage } from '../../platform/pdf-for-test.ts'
import type { TestCtx } from '../../../test/database.ts'
import { testSite } from '../accounts/accounts-for-test.ts'
import { requireRecentStaff } from '../accounts/staff.ts'
import { addProof, saveCredential } from './registration-credentials.ts'
import { credentialSchema, officeSchema, parseRegistration, profileSchema } from './registration-schemas.ts'
import { saveOffice } from './registration-office.ts'
import { saveProfile } from './registration-profile.ts'
import { consents } from './registration-consents.ts'
import type { Ctx } from '../shared/context.ts'
import { findRegistration, saveConsents, submitRegistration } from './registration.ts'

const NOW = new Date('2026-06-15T03:00:00Z')

/** Valid input of the forms, with overrides. */
export const credential = (values: Record<string, unknown> = {}) =>
	parseRegistration(credentialSchema(NOW), {
		professionId: '1',
		registrationNumber: '第912345号',
		association: '東京税理士会',
		registeredOn: '2015-04-01',
		...values,
	})

export const profile = (values: Record<string, unknown> = {}) =>
	parseRegistration(profileSchema(NOW), {
		displayName: '青井 千夏',
		kana: 'アオイ チナツ',
		headline: '開業の一年目を、数字から支える税理士です',
		biography:
			'都内の会計事務所に九年勤め、飲食店や美容室の申告を担当しました。\n独立してからは、開業して間もない方の資金繰りのご相談を多く受けています。',
		practisingSince: '2012-04',
		languages: ['日本語', '英語'],
		taskIds: ['503', '501'],
		areaIds: ['13', '14'],
		links: ['https://aoi.example/', ''],
		...values,
	})

export const office = (values: Record<string, unknown> = {}) =>
	parseRegistration(officeSchema, {
		kind: 'sole',
		name: '青井税理士事務所',
		kana: 'あおいぜいりしじむしょ',
		postalCode: '181-0013',
		municipalityId: '13204',
		addressLine: '下連雀3丁目1-1',
		stationId: '0',
		walkMinutes: '5',
		phone: '0422-00-0000',
		phonePublic: true,
		corporateNumber: '',
		invoiceNumber: '',
		fees: [{ taskId: 503, min: 33_000 }],
		...values,
	})

/** A picture of one pixel, for tests that need any document: a PDF takes a separate process. */
export const picture = (): Uint8Array =>
	Buffer.from(
		'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgYGAAAAAEAAGjChXjAAAAAElFTkSuQmCC',
		'base64',
	)

/** A PDF of one page. */
export const pdf = (): Uint8Array => classicPdf(onePage())

/** A site with a reviewer, and a fresh applicant. */
export async function registrationSite(ctx: TestCtx) {
	const site = testSite(ctx)
	const member = async (email: string) => {
		const account = await site.account(email)
		const browser = site.browser()
		await browser.enter(account.uid)
		return { ...account, browser, ctx: browser.ctx }
	}
	const reviewerAccount = await site.account('registration.reviewer@example.com')
	await ctx.db.insertInto('staff_roles').values({ user_id: reviewerAccount.docId, role: 'reviewer' }).execute()
	const reviewerBrowser = site.browser()
	await reviewerBrowser.enter(reviewerAccount.uid)
	const reviewer = async () => requireRecentStaff(await reviewerBrowser.ctx(), 'reviewer')
	return { site, member, reviewer, applicant: await member('registration.applicant@example.com') }
}

/** All steps of an application except the submission. */
export async function fillIn(
	ctx: Ctx,
	values: { number?: string; office?: Record<string, unknown> | null; proof?: Uint8Array } = {},
): Promise<void> {
	await saveCredential(ctx, credential(values.number === undefined ? {} : { registrationNumber: values.number }))
	const registration = await findRegistration(ctx)
	await addProof(ctx, registration?.credentials[0]?.id ?? 0, values.proof ?? picture())
	await saveProfile(ctx, profile())
	if (values.office !== null) await saveOffice(ctx, office(values.office))
	await saveConsents(
		ctx,
		consents.map(({ kind }) => kind),
	)
}

/** Submits a complete application; returns the expert's id and version. */
export async function apply(ctx: Ctx, values: Parameters<typeof fillIn>[1] = {}): Promise<{ expertId: number; version: number }> {
	await fillIn(ctx, values)
	await submitRegistration(ctx)
	const { expertId = 0, version = 0 } = (await findRegistration(ctx)) ?? {}
	return { expertId, version }
}
