import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { acceptInvitation, inviteMember } from '../memberships/office-membership.ts'
import { withholdForbiddenTexts } from './forbidden-texts.ts'
import { applyDrafts, getOfficeForEdit } from './office-editing.ts'
import { getOffice } from './offices.ts'
import { officeSite, save } from './offices-for-test.ts'

const eventsOf = async (ctx: TestCtx, name: string) =>
	(await ctx.db.selectFrom('pending_events').select('event').orderBy('id').execute())
		.map(({ event }) => event)
		.filter(({ event }) => event === name)

/** An office of 税理士 whose texts only its own rules allow, and an invitation to somebody else. */
async function boasting(ctx: TestCtx, profession: 'bengoshi' | 'sharoushi') {
	const made = await officeSite(ctx)
	const owner = await made.owner.ctx()
	await save(owner, made.officeId, 'about', { headline: '地域一番の相談実績', description: '月次の決算を早く締めます。' })
	await save(owner, made.officeId, 'cases', {
		'case-title-1': '必ず成功する創業融資',
		'case-client-1': '飲食店',
		'case-body-1': '計画の書き方を一緒に考え、面談の準備までお手伝いしました。',
		'case-consented-1': '2026-01-05',
		'case-title-2': '初めての決算',
		'case-client-2': '小売店',
		'case-body-2': '帳簿のつけ方から見直し、申告まで担当しました。',
		'case-consented-2': '2026-02-05',
	})
	await applyDrafts(owner, made.officeId)
	const joiner = await made.member('joiner@example.com', { professions: [profession], taskIds: [101] })
	await inviteMember(owner, made.officeId, { email: 'joiner@example.com', role: 'editor' })
	const token = /invitation\/([A-Za-z0-9_-]+)/.exec(made.site.mails.at(-1)?.text ?? '')?.[1] ?? ''
	await acceptInvitation(await joiner.ctx(), token)
	return { ...made, owner }
}

test('when a 弁護士 joins, texts that the advertising rules forbid leave the page, stay as drafts with the rule, and the owner is told', () =>
	withCtx(async (ctx) => {
		const { officeId, owner } = await boasting(ctx, 'bengoshi')
		expect(await eventsOf(ctx, 'office.bound')).toEqual([{ event: 'office.bound', officeId }])
		await withholdForbiddenTexts(ctx, officeId)
		const shown = await getOffice(ctx, officeId)
		expect(shown).toMatchObject({ headline: '', description: ['月次の決算を早く締めます。'] })
		expect(shown.cases.map(({ title }) => title)).toEqual(['初めての決算'])
		const { sections } = await getOfficeForEdit(owner, officeId)
		expect(sections.find(({ section }) => section === 'about')).toMatchObject({
			isDraft: true,
			values: { headline: '地域一番の相談実績' },
			faults: { headline: expect.stringContaining('弁護士等の業務広告に関する規程') },
		})
		expect(sections.find(({ section }) => section === 'cases')).toMatchObject({
			isDraft: true,
			faults: { 'case-title-1': expect.stringContaining('規程') },
		})
		const notices = await eventsOf(ctx, 'notice')
		expect(notices).toMatchObject([{ text: expect.stringContaining('「紹介と対応」「事例」'), path: `/office/edit/${officeId}/about` }])

		await save(owner, officeId, 'about', { headline: '地域の相談に長く応じています' })
		await save(owner, officeId, 'cases', { 'case-title-1': '創業融資の準備' })
		await applyDrafts(owner, officeId)
		await withholdForbiddenTexts(ctx, officeId)
		const mended = await getOffice(ctx, officeId)
		expect(mended.headline).toBe('地域の相談に長く応じています')
		expect(mended.cases).toHaveLength(2)
		expect(await eventsOf(ctx, 'notice')).toHaveLength(notices.length)
	}))

test('a joining profession without such rules changes nothing', () =>
	withCtx(async (ctx) => {
		const { officeId } = await boasting(ctx, 'sharoushi')
		expect(await eventsOf(ctx, 'office.bound')).toEqual([])
		await withholdForbiddenTexts(ctx, officeId)
		expect((await getOffice(ctx, officeId)).headline).toBe('地域一番の相談実績')
	}))
