import { expect, test } from 'vitest'
import { inSavepoint, withCtx } from '../../../test/database.ts'
import { makeOffice } from '../../../test/factories.ts'
import { codeOf } from '../accounts/accounts-for-test.ts'
import { listAuditEvents } from '../accounts/audit-log.ts'
import { isDomainError } from '../shared/errors.ts'
import { japan } from '../geography/areas.ts'
import { findExperts } from './expert-search.ts'
import { decideOnExpert, getApplication, listApplicants } from './expert-verification.ts'
import { exportFromDirectory } from './export.ts'
import { getExpert } from './experts.ts'
import { emptyQuery } from '../listings/list-query.ts'
import { withdrawFromDirectory } from './leaving.ts'
import { listOffices } from '../listings/office-list.ts'
import { answerJoinRequest, listJoinRequests, requestToJoin } from './office-joining.ts'
import { purgeProofs, readProof, readProofPage } from './proof-files.ts'
import { addProof, removeCredential, removeProof, saveCredential } from './registration-credentials.ts'
import { apply, credential, fillIn, office, pdf, picture, profile, registrationSite } from './registration-for-test.ts'
import { hasUsualForm, isCorporateNumber } from './registration-input.ts'
import { saveOffice } from './registration-office.ts'
import { saveProfile, updateOwnProfile } from './registration-profile.ts'
import { findRegistration, findRegistrationState, saveConsents, submitRegistration } from './registration.ts'
import { days } from '../shared/japan-time.ts'

const fieldsOf = async (handler: () => unknown): Promise<Readonly<Record<string, string>>> => {
	try {
		await handler()
		return {}
	} catch (error) {
		if (isDomainError(error)) return error.fields
		throw error
	}
}

const unreadable = '書類の氏名が読み取れません。撮り直してください。'

test('an application is saved step by step, submitted, returned, corrected, verified, and then public everywhere', () =>
	withCtx(async (ctx) => {
		const { applicant, reviewer, site } = await registrationSite(ctx)
		expect(await findRegistration(await applicant.ctx())).toBeNull()
		expect(await findRegistrationState(await applicant.ctx())).toBeNull()
		await saveCredential(await applicant.ctx(), credential())
		expect((await findRegistration(await applicant.ctx()))?.done).toEqual({
			credentials: false,
			profile: false,
			office: false,
			consents: false,
		})
		expect(await fieldsOf(async () => submitRegistration(await applicant.ctx()))).toHaveProperty('form')
		const { expertId, version } = await apply(await applicant.ctx())
		expect(site.mails.map(({ to, subject }) => `${to} ${subject}`)).toEqual([
			'registration.applicant@example.com 【しるべ】専門家登録の申請を受け付けました',
		])
		await submitRegistration(await applicant.ctx())
		expect(site.mails).toHaveLength(1)
		const listed = await listApplicants(await reviewer(), { state: 'submitted', cursor: null })
		expect(listed.applicants).toMatchObject([{ id: expertId, name: '青井 千夏', professions: ['税理士'] }])
		for (const letters of ['青井千夏', '井 千', '夏'])
			expect(await findExperts(await reviewer(), letters)).toMatchObject([{ id: expertId, state: 'submitted' }])
		expect(await findExperts(await reviewer(), '千%')).toEqual([])

		expect(await codeOf(saveProfile(await applicant.ctx(), profile()))).toBe('conflict')
		await decideOnExpert(await reviewer(), expertId, { state: 'needs_fix', reason: unreadable, version })
		expect(site.mails.at(-1)?.text).toContain(unreadable)
		expect((await applicant.ctx()).viewer).toMatchObject({ isExpert: false })
		expect(await findRegistrationState(await applicant.ctx())).toEqual({ state: 'needs_fix', isChangeReturned: false })
		await saveProfile(await applicant.ctx(), profile({ headline: '開業の一年目に強い、三鷹の税理士です' }))
		await submitRegistration(await applicant.ctx())
		const application = await getApplication(await reviewer(), expertId)
		expect(application).toMatchObject({
			state: 'submitted',
			account: { email: 'registration.applicant@example.com' },
			office: { name: '青井税理士事務所' },
		})
		// A decision on the version before the applicant's change is rejected.
		expect(await codeOf(decideOnExpert(await reviewer(), expertId, { state: 'verified', reason: '', version }))).toBe('conflict')
		expect(await codeOf(getExpert(ctx, expertId))).toBe('not-found')
		await decideOnExpert(await reviewer(), expertId, { state: 'verified', reason: '', version: application.version })

		expect((await applicant.ctx()).viewer).toMatchObject({ isExpert: true })
		const shown = await getExpert(ctx, expertId)
		expect(shown).toMatchObject({ name: '青井 千夏', kana: 'あおい ちなつ', areaIds: [13, 14], website: 'https://aoi.example/' })
		expect(shown.offices).toMatchObject([{ name: '青井税理士事務所', municipalityName: '三鷹市' }])
		const list = await listOffices(ctx, { scopeId: 503, area: japan, query: { ...emptyQuery('japan'), order: 'newest' } })
		expect(list.items.map(({ name }) => name)).toContain('青井税理士事務所')
		expect(site.mails.at(-1)?.subject).toBe('【しるべ】専門家の登録が完了しました')
		const acts = await ctx.db.selectFrom('audit_log').select('action').where('subject', '=', `expert:${expertId}`).orderBy('id').execute()
		expect(acts.map(({ action }) => action)).toEqual(['expert.return', 'expert.read', 'expert.verify'])

		await updateOwnProfile(await applicant.ctx(), profile({ displayName: '別人', headline: '土曜日もご相談をお受けしています' }))
		expect(await getExpert(ctx, expertId)).toMatchObject({ name: '青井 千夏', headline: '土曜日もご相談をお受けしています' })

		const { version: latest } = await getApplication(await reviewer(), expertId)
		await decideOnExpert(await reviewer(), expertId, { state: 'suspended', reason: '登録の抹消が公告されたため', version: latest })
		expect((await applicant.ctx()).viewer).toMatchObject({ isExpert: false })
		expect(await codeOf(getExpert(ctx, expertId))).toBe('not-found')
		const after = await listOffices(ctx, { scopeId: 503, area: japan, query: { ...emptyQuery('japan'), order: 'newest' } })
		expect(after.items.map(({ name }) => name)).not.toContain('青井税理士事務所')
		expect(await codeOf(updateOwnProfile(await applicant.ctx(), profile()))).toBe('forbidden')
		await decideOnExpert(await reviewer(), expertId, { state: 'verified', reason: '', version: latest + 1 })
		expect((await getExpert(ctx, expertId)).offices).toHaveLength(1)
	}))

test('one number belongs to one expert however it is typed, from submission until a rejection', () =>
	withCtx(async (ctx) => {
		const { applicant, member, reviewer } = await registrationSite(ctx)
		const other = await member('registration.other@example.com')
		// A draft does not reserve a number.
		await saveCredential(await other.ctx(), credential({ registrationNumber: '００９１２３４５' }))
		const first = await apply(await applicant.ctx())
		expect((await findRegistration(await other.ctx()))?.credentials[0]).toMatchObject({ isTaken: true })
		await fillIn(await other.ctx(), { number: '第 912345 号' })
		expect((await fieldsOf(async () => submitRegistration(await other.ctx())))['form']).toContain('すでに別の申請で使われています')
		// Behind the first check, a constraint enforces the same.
		await expect(
			inSavepoint(ctx, async () =>
				ctx.db.updateTable('expert_credentials').set({ claimed_at: ctx.now() }).where('registration_number', '=', '第 912345 号').execute(),
			),
		).rejects.toThrow('expert_credentials_number')
		await decideOnExpert(await reviewer(), first.expertId, {
			state: 'rejected',
			reason: '名簿にお名前がありませんでした。',
			version: first.version,
		})
		await submitRegistration(await other.ctx())
		expect((await findRegistration(await other.ctx()))?.state).toBe('submitted')
	}))

test('a number of an unusual form gets a warning and is accepted', async () => {
	expect(hasUsualForm('第１２３４５６号', '^第?[0-9]{1,6}号?$')).toBe(true)
	await withCtx(async (ctx) => {
		const { applicant } = await registrationSite(ctx)
		await saveCredential(await applicant.ctx(), credential({ registrationNumber: 'AB-99' }))
		expect((await findRegistration(await applicant.ctx()))?.credentials[0]).toMatchObject({ isUnusual: true, registrationNumber: 'AB-99' })
	})
})

test('documents are for their owner and a reviewer, whose access is recorded, and deleted 30 days after the decision', () =>
	withCtx(async (ctx) => {
		const { applicant, member, reviewer, site } = await registrationSite(ctx)
		const stranger = await member('registration.stranger@example.com')
		const { expertId, version } = await apply(await applicant.ctx(), { proof: pdf() })
		const { id = '' } = (await findRegistration(await applicant.ctx()))?.credentials[0]?.proofs[0] ?? {}
		expect((await readProof(await applicant.ctx(), id)).mediaType).toBe('application/pdf')
		expect(await codeOf(readProof(await stranger.ctx(), id))).toBe('not-found')
		expect(await codeOf(readProof(await site.browser().ctx(), id))).toBe('unauthenticated')
		expect(await codeOf(readProof(await applicant.ctx(), '1 or 1=1'))).toBe('not-found')
		expect(await codeOf(readProof(await reviewer(), id))).toBe('not-found')
		const drawn = await readProofPage(await reviewer(), id, 1)
		expect(Buffer.from(drawn.subarray(0, 3)).toString('hex')).toBe('ffd8ff')
		for (const [proof, page] of [
			[id, 0],
			[id, 2],
			['999999', 1],
			['x', 1],
		] as const)
			expect(await codeOf(readProofPage(await reviewer(), proof, page))).toBe('not-found')
		const everything = { action: 'proof', subject: '', email: '', block: '', from: '', to: '', cursor: null }
		expect((await listAuditEvents(await reviewer(), everything)).entries).toMatchObject([
			{ action: 'proof.read', subject: `expert:${expertId}`, detail: { proof: id, page: 1 } },
		])
		const { storage } = ctx
		await decideOnExpert(await reviewer(), expertId, { state: 'verified', reason: '', version })
		const { name } = await ctx.db.selectFrom('proof_files').select('name').where('id', '=', id).executeTakeFirstOrThrow()
		const after = (count: number) => ({ db: ctx.db, now: () => new Date(ctx.now().getTime() + days(count)) })
		expect(await purgeProofs(after(29), storage)).toBe(0)
		expect(await storage.read(`proofs/${name}`)).not.toBeNull()
		expect(await purgeProofs(after(30), storage)).toBe(1)
		expect(await storage.read(`proofs/${name}`)).toBeNull()
		expect(await codeOf(readProof(await applicant.ctx(), id))).toBe('not-found')
	}))

test('refuses changes to another’s application, and decisions on one’s own', () =>
	withCtx(async (ctx) => {
		const { applicant, member, reviewer, site } = await registrationSite(ctx)
		const stranger = await member('registration.stranger@example.com')
		await saveCredential(await applicant.ctx(), credential())
		await saveCredential(await stranger.ctx(), credential({ professionId: '2', registrationNumber: '13000001' }))
		const own = (await findRegistration(await applicant.ctx()))?.credentials[0]?.id ?? 0
		await addProof(await applicant.ctx(), own, picture())
		const proof = (await findRegistration(await applicant.ctx()))?.credentials[0]?.proofs[0]?.id ?? ''
		for (const attack of [
			async () => addProof(await stranger.ctx(), own, picture()),
			async () => removeCredential(await stranger.ctx(), own),
			async () => removeProof(await stranger.ctx(), proof),
			async () => addProof(await stranger.ctx(), 999_999, picture()),
		])
			expect(await codeOf(attack())).toBe('not-found')
		expect(await fieldsOf(async () => addProof(await applicant.ctx(), own, Buffer.from('<svg/>')))).toHaveProperty('proof')
		for (let count = 0; count < 2; count++) await addProof(await applicant.ctx(), own, picture())
		expect(await fieldsOf(async () => addProof(await applicant.ctx(), own, picture()))).toHaveProperty('proof')

		// A reviewer who applies waits for another one.
		const staff = await reviewer()
		const accounts = { ...staff, accounts: site.accounts }
		const { expertId, version } = await apply(accounts, { number: '555' })
		expect(await codeOf(decideOnExpert(accounts, expertId, { state: 'verified', reason: '', version }))).toBe('forbidden')
		// A draft is not shown to staff.
		const draft = (await findRegistration(await applicant.ctx()))?.expertId ?? 0
		expect(await codeOf(getApplication(staff, draft))).toBe('not-found')
	}))

test('work that a law reserves is not offered without the profession', () =>
	withCtx(async (ctx) => {
		const { applicant } = await registrationSite(ctx)
		await saveCredential(await applicant.ctx(), credential({ professionId: '7', registrationNumber: '400001' }))
		expect((await fieldsOf(async () => saveProfile(await applicant.ctx(), profile({ taskIds: ['503'] }))))['taskIds']).toContain('税理士法')
		expect(await fieldsOf(async () => saveProfile(await applicant.ctx(), profile({ taskIds: ['9999'] })))).toHaveProperty('taskIds')
		expect(await fieldsOf(async () => saveConsents(await applicant.ctx(), ['truth']))).toEqual({
			advertising: expect.any(String),
			antisocial: expect.any(String),
		})
	}))

test('an office’s numbers and place must fit', async () => {
	expect(isCorporateNumber('7000012050002')).toBe(true)
	expect(isCorporateNumber('6000012050002')).toBe(false)
	const wrong = { corporateNumber: '6000012050002', invoiceNumber: 'T123', phone: '12', postalCode: '12', fees: [] }
	expect(Object.keys(await fieldsOf(() => office(wrong))).toSorted()).toEqual([
		'corporateNumber',
		'fees',
		'invoiceNumber',
		'phone',
		'postalCode',
	])
	expect(await fieldsOf(() => office({ kind: 'corporation' }))).toHaveProperty('corporateNumber')
	expect(await fieldsOf(() => office({ corporateNumber: '7000012050002', invoiceNumber: 'T6000012050002' }))).toHaveProperty(
		'invoiceNumber',
	)
	await withCtx(async (ctx) => {
		const { applicant, member } = await registrationSite(ctx)
		await saveCredential(await applicant.ctx(), credential())
		await saveProfile(await applicant.ctx(), profile())
		for (const [values, field] of [
			[{ municipalityId: '13101' }, 'municipalityId'],
			[{ postalCode: '0000000' }, 'postalCode'],
			[{ stationId: '1' }, 'stationId'],
			[{ fees: [{ taskId: 801, min: 1 }] }, 'fees'],
		] as const)
			expect(await fieldsOf(async () => saveOffice(await applicant.ctx(), office(values)))).toHaveProperty(field)
		await saveOffice(await applicant.ctx(), office({ corporateNumber: '7000012050002' }))
		const other = await member('registration.other@example.com')
		await saveCredential(await other.ctx(), credential({ registrationNumber: '77' }))
		await saveProfile(await other.ctx(), profile())
		const again = await fieldsOf(async () =>
			inSavepoint(ctx, async () => saveOffice(await other.ctx(), office({ corporateNumber: '7000012050002' }))),
		)
		expect(again['corporateNumber']).toContain('参加を申請')
	})
})

test('an owner accepts a colleague, who appears once verified', () =>
	withCtx(async (ctx) => {
		const { applicant, member, reviewer, site } = await registrationSite(ctx)
		const owner = await apply(await applicant.ctx())
		await decideOnExpert(await reviewer(), owner.expertId, { state: 'verified', reason: '', version: owner.version })
		const officeId = (await findRegistration(await applicant.ctx()))?.offices[0]?.id ?? 0
		const colleague = await member('registration.colleague@example.com')
		await fillIn(await colleague.ctx(), { number: '88' })
		await requestToJoin(await colleague.ctx(), officeId)
		await requestToJoin(await colleague.ctx(), officeId)
		expect(site.mails.filter(({ subject }) => subject.includes('参加の申請'))).toHaveLength(1)
		expect((await findRegistration(await colleague.ctx()))?.offices).toEqual([])
		const [request] = await listJoinRequests(await applicant.ctx())
		expect(request).toMatchObject({ officeId, expertName: '青井 千夏', professions: '税理士' })
		expect(await listJoinRequests(await colleague.ctx())).toEqual([])
		expect(await codeOf(answerJoinRequest(await colleague.ctx(), request?.id ?? 0, true))).toBe('not-found')
		await answerJoinRequest(await applicant.ctx(), request?.id ?? 0, true)
		await submitRegistration(await colleague.ctx())
		const { expertId = 0, version = 0 } = (await findRegistration(await colleague.ctx())) ?? {}
		await decideOnExpert(await reviewer(), expertId, { state: 'verified', reason: '', version })
		expect((await getExpert(ctx, expertId)).offices.map(({ id }) => id)).toEqual([officeId])
		// With a colleague left, the office stays when its owner is suspended.
		const { version: now } = await getApplication(await reviewer(), owner.expertId)
		await decideOnExpert(await reviewer(), owner.expertId, { state: 'suspended', reason: '登録の抹消が公告されたため', version: now })
		const { state } = await ctx.db.selectFrom('offices').select('state').where('id', '=', officeId).executeTakeFirstOrThrow()
		expect(state).toBe('published')
		const draft = await makeOffice(ctx, { state: 'draft', published_at: null })
		const late = await member('registration.late@example.com')
		await fillIn(await late.ctx(), { number: '99', office: null })
		expect(await codeOf(requestToJoin(await late.ctx(), draft))).toBe('not-found')
	}))

test('an applicant can export everything, and deleting the account removes it', () =>
	withCtx(async (ctx) => {
		const { applicant } = await registrationSite(ctx)
		const { expertId } = await apply(await applicant.ctx())
		const own = await applicant.ctx()
		expect(await exportFromDirectory(own, { id: applicant.docId })).toMatchObject({
			expert: {
				expertId,
				state: 'submitted',
				profile: { displayName: '青井 千夏' },
				credentials: [{ registrationNumber: '第912345号', proofs: [{ extension: 'jpg', pages: 1 }] }],
				consents: [{}, {}, {}],
			},
		})
		const { name } = await ctx.db.selectFrom('proof_files').select('name').executeTakeFirstOrThrow()
		await withdrawFromDirectory(own, { id: applicant.docId })
		expect(await exportFromDirectory(own, { id: applicant.docId })).toEqual({ expert: null })
		expect(await ctx.db.selectFrom('offices').select('id').where('name', '=', '青井税理士事務所').execute()).toEqual([])
		expect(await purgeProofs(ctx, ctx.storage)).toBe(1)
		expect(await ctx.storage.read(`proofs/${name}`)).toBeNull()
	}))

test('submitting an application checks the law again, and its office offers only what its owner does', () =>
	withCtx(async (ctx) => {
		const { applicant } = await registrationSite(ctx)
		await fillIn(await applicant.ctx())
		await saveProfile(await applicant.ctx(), profile({ taskIds: ['501'] }))
		expect((await findRegistration(await applicant.ctx()))?.done.office).toBe(false)
		await saveOffice(await applicant.ctx(), office({ fees: [{ taskId: 501, min: 22_000 }] }))
		await saveCredential(await applicant.ctx(), credential({ professionId: '7', registrationNumber: '400001' }))
		const credentials = (await findRegistration(await applicant.ctx()))?.credentials ?? []
		await addProof(await applicant.ctx(), credentials.find(({ professionId }) => professionId === 7)?.id ?? 0, picture())
		await removeCredential(await applicant.ctx(), credentials.find(({ professionId }) => professionId === 1)?.id ?? 0)
		expect(await fieldsOf(async () => submitRegistration(await applicant.ctx()))).toHaveProperty('taskIds')
	}))

test('refuses to verify an expert without a document for each credential', async () => {
	await withCtx(async (ctx) => {
		const { reviewer, applicant } = await registrationSite(ctx)
		const { expertId, version } = await apply(await applicant.ctx())
		const proof = (await findRegistration(await applicant.ctx()))?.credentials[0]?.proofs[0]?.id ?? ''
		await ctx.db.deleteFrom('proof_files').where('id', '=', proof).execute()
		const staff = await reviewer()

		expect(await fieldsOf(() => decideOnExpert(staff, expertId, { state: 'verified', reason: '', version }))).toMatchObject({
			form: '税理士の証明書類がないため、確認済みにできません。書類の提出を依頼してください。',
		})
		await decideOnExpert(staff, expertId, { state: 'needs_fix', reason: '税理士証票の写しを添えてください。', version })
	})
})
