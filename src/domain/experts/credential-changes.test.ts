import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../test/database.ts'
import { makeExpert } from '../../../test/factories.ts'
import { codeOf } from '../accounts/accounts-for-test.ts'
import { isDomainError } from '../shared/errors.ts'
import { japan } from '../geography/areas.ts'
import { decideOnExpert, getApplication } from './expert-verification.ts'
import { exportFromDirectory } from './export.ts'
import { getExpert } from './experts.ts'
import { emptyQuery } from '../listings/list-query.ts'
import { withdrawFromDirectory } from './leaving.ts'
import { listOffices } from '../listings/office-list.ts'
import { purgeProofs, readProof, readProofPage } from './proof-files.ts'
import { countWaitingChanges, decideOnCredential, listWaitingChanges } from './credential-verification.ts'
import { addChangeProof, giveUpCredential, readChanges, saveChange, submitChange, withdrawChange } from './credential-changes.ts'
import { addProof } from './registration-credentials.ts'
import { apply, credential, picture, profile, registrationSite } from './registration-for-test.ts'
import { updateOwnProfile } from './registration-profile.ts'
import { findRegistration, findRegistrationState, startAgain, submitRegistration } from './registration.ts'
import { days } from '../shared/japan-time.ts'

const sentencesOf = async (promise: Promise<unknown>): Promise<string> => {
	try {
		await promise
		return ''
	} catch (error) {
		if (isDomainError(error)) return Object.values(error.fields).join()
		throw error
	}
}

/** A 税理士 who has been verified, with an office in 三鷹. */
async function verifiedExpert(ctx: TestCtx) {
	const place = await registrationSite(ctx)
	const { expertId, version } = await apply(await place.applicant.ctx())
	await decideOnExpert(await place.reviewer(), expertId, { state: 'verified', reason: '', version })
	const open = async () => {
		const [newest] = await readChanges(ctx, expertId)
		if (!newest) throw new Error('no change')
		return newest
	}
	const ask = async (values: Record<string, unknown>) => {
		await saveChange(await place.applicant.ctx(), credential(values))
		const { id } = await open()
		await addChangeProof(await place.applicant.ctx(), id, picture())
		await submitChange(await place.applicant.ctx(), id)
		return open()
	}
	const verify = async ({ id, version: seen }: { id: number; version: number }) =>
		decideOnCredential(await place.reviewer(), id, { state: 'verified', reason: '', version: seen })
	return { ...place, expertId, open, ask, verify }
}

const scrivener = { professionId: '3', registrationNumber: '第12345678号', association: '東京都行政書士会' }
const unreadable = '書類の登録番号が読み取れません。撮り直してください。'

const professionsOf = async (ctx: TestCtx, expertId: number) =>
	(await getExpert(ctx, expertId)).credentials.map(({ profession, registrationNumber }) => `${profession.name} ${registrationNumber}`)
const reservedTask = async (ctx: TestCtx) =>
	ctx.db
		.selectFrom('tasks as t')
		.innerJoin('task_professions as p', 'p.task_id', 't.id')
		.select('t.id')
		.where('p.profession_id', '=', 3)
		.where('t.exclusive_law', 'is not', null)
		.where('t.published_at', 'is not', null)
		.where((eb) =>
			eb.not(
				eb.exists(
					eb.selectFrom('task_professions as o').select('o.task_id').whereRef('o.task_id', '=', 't.id').where('o.profession_id', '=', 1),
				),
			),
		)
		.orderBy('t.id')
		.executeTakeFirstOrThrow()

test('a verified expert adds a credential: public as before until staff have verified it, and then at once', () =>
	withCtx(async (ctx) => {
		const { applicant, reviewer, site, expertId, open, ask, verify } = await verifiedExpert(ctx)
		const { id: taskId } = await reservedTask(ctx)
		const tasks = profile({ taskIds: ['503', `${taskId}`] })
		await saveChange(await applicant.ctx(), credential(scrivener))
		expect(await sentencesOf(submitChange(await applicant.ctx(), (await open()).id))).toContain('書類を登録してください')
		expect(await countWaitingChanges(await reviewer())).toBe(0)
		// Staff do not see what was not submitted.
		expect((await getApplication(await reviewer(), expertId)).changes).toEqual([])
		const first = await ask(scrivener)
		expect(await codeOf(saveChange(await applicant.ctx(), credential(scrivener)))).toBe('conflict')
		expect((await listWaitingChanges(await reviewer(), null)).changes).toMatchObject([
			{ expertId, name: '青井 千夏', professionName: '行政書士', isRenewal: false },
		])
		expect(await countWaitingChanges(await reviewer())).toBe(1)
		expect(await sentencesOf(updateOwnProfile(await applicant.ctx(), tasks))).not.toBe('')

		const decision = { state: 'needs_fix', reason: unreadable } as const
		await decideOnCredential(await reviewer(), first.id, { ...decision, version: first.version })
		expect(await open()).toMatchObject({ state: 'needs_fix', reason: unreadable })
		expect(await findRegistrationState(await applicant.ctx())).toMatchObject({ isChangeReturned: true })
		expect(site.mails.at(-1)).toMatchObject({ subject: expect.stringContaining('修正のお願い'), text: expect.stringContaining(unreadable) })
		expect(await professionsOf(ctx, expertId)).toEqual(['税理士 第912345号'])
		const again = await ask(scrivener)
		// A decision on the version before the correction is rejected.
		expect(await codeOf(verify(first))).toBe('conflict')
		const before = await getApplication(await reviewer(), expertId)
		await verify(again)
		expect(await codeOf(verify(again))).toBe('conflict')

		expect(await professionsOf(ctx, expertId)).toEqual(['税理士 第912345号', '行政書士 第12345678号'])
		expect((await getApplication(await reviewer(), expertId)).version).toBe(before.version + 1)
		const query = { ...emptyQuery('japan'), professions: ['gyoseishoshi' as const], order: 'newest' as const }
		const listed = await listOffices(ctx, { scopeId: 503, area: japan, query })
		expect(listed.items.map(({ name }) => name)).toContain('青井税理士事務所')
		await updateOwnProfile(await applicant.ctx(), tasks)
		expect((await getExpert(ctx, expertId)).tasks.map(({ id }) => id)).toContain(taskId)
		expect(site.mails.at(-1)?.subject).toContain('行政書士の資格の確認が終わりました')
		const acts = await ctx.db.selectFrom('audit_log').select('action').where('action', 'like', 'expert.credential%').orderBy('id').execute()
		expect(acts.map(({ action }) => action)).toEqual(['expert.credential.return', 'expert.credential.verify'])

		// Giving it up again removes the tasks that the law reserves to it; the last one cannot be given up.
		const credentials = (await findRegistration(await applicant.ctx()))?.credentials ?? []
		await giveUpCredential(await applicant.ctx(), credentials.find(({ professionId }) => professionId === 3)?.id ?? 0)
		expect(await professionsOf(ctx, expertId)).toEqual(['税理士 第912345号'])
		expect((await getExpert(ctx, expertId)).tasks.map(({ id }) => id)).toEqual([503])
		expect((await listOffices(ctx, { scopeId: 503, area: japan, query })).items.map(({ name }) => name)).not.toContain('青井税理士事務所')
		expect(await sentencesOf(giveUpCredential(await applicant.ctx(), credentials[0]?.id ?? 0))).toContain('最後の資格')
		expect((await getApplication(await reviewer(), expertId)).changes.map(({ state }) => state)).toEqual(['given_up', 'verified'])
	}))

test('giving up the credential that all tasks are reserved to is refused, and changes nothing', () =>
	withCtx(async (ctx) => {
		const { applicant, expertId, ask, verify } = await verifiedExpert(ctx)
		await verify(await ask(scrivener))
		const credentials = (await findRegistration(await applicant.ctx()))?.credentials ?? []
		await updateOwnProfile(await applicant.ctx(), profile({ taskIds: ['503'] }))
		const own = await applicant.ctx()
		const savepoint = await ctx.db.savepoint('attempt').execute()
		expect(await sentencesOf(giveUpCredential(own, credentials.find(({ professionId }) => professionId === 1)?.id ?? 0))).toContain(
			'業務がなくなります',
		)
		await savepoint.rollbackToSavepoint('attempt').execute()
		expect(await professionsOf(ctx, expertId)).toHaveLength(2)
		expect(await codeOf(giveUpCredential(own, 999_999))).toBe('not-found')
	}))

test('a renewed number replaces the old one when verified, and belongs to one expert', () =>
	withCtx(async (ctx) => {
		const { applicant, member, reviewer, expertId, ask, verify, open } = await verifiedExpert(ctx)
		expect(await sentencesOf(saveChange(await applicant.ctx(), credential()))).toContain('同じです')
		const other = await member('registration.other@example.com')
		const otherId = await makeExpert(ctx, { user_id: other.docId })
		await ctx.db.updateTable('expert_credentials').set({ registration_number: '777' }).where('expert_id', '=', otherId).execute()
		expect(await sentencesOf(ask({ registrationNumber: '第７７７号' }))).toContain('すでに別の申請で使われています')

		const { id } = await ask({ registrationNumber: '第888号' })
		await saveChange(await other.ctx(), credential({ registrationNumber: '888' }))
		expect((await readChanges(ctx, otherId))[0]).toMatchObject({ isTaken: true })
		expect((await listWaitingChanges(await reviewer(), null)).changes).toMatchObject([{ id, isRenewal: true }])
		expect(await professionsOf(ctx, expertId)).toEqual(['税理士 第912345号'])
		await verify(await open())
		expect(await professionsOf(ctx, expertId)).toEqual(['税理士 第888号'])
		const { detail } = await ctx.db
			.selectFrom('audit_log')
			.select('detail')
			.where('action', '=', 'expert.credential.verify')
			.executeTakeFirstOrThrow()
		expect(detail).toMatchObject({ before: '第912345号', number: '第888号' })
	}))

test('documents of a change are for their owner and a reviewer, and go with it, or 30 days after it is verified', () =>
	withCtx(async (ctx) => {
		const { applicant, member, reviewer, expertId, ask, verify, open } = await verifiedExpert(ctx)
		const stranger = await member('registration.stranger@example.com')
		const { storage } = ctx
		const first = await ask(scrivener)
		const proof = first.proofs[0]?.id ?? ''
		expect((await readProof(await applicant.ctx(), proof)).mediaType).toBe('image/jpeg')
		expect((await readProofPage(await reviewer(), proof, 1)).length).toBeGreaterThan(0)
		expect(await codeOf(readProof(await stranger.ctx(), proof))).toBe('not-found')
		for (const attack of [
			async () => addChangeProof(await stranger.ctx(), first.id, picture()),
			async () => withdrawChange(await stranger.ctx(), first.id),
			async () => submitChange(await stranger.ctx(), first.id),
		])
			expect(['not-found', 'forbidden']).toContain(await codeOf(attack()))
		expect(await codeOf(addChangeProof(await applicant.ctx(), first.id, picture()))).toBe('conflict')
		expect(await purgeProofs(ctx, storage)).toBe(0)
		await withdrawChange(await applicant.ctx(), first.id)
		expect(await codeOf(verify(first))).toBe('conflict')
		expect(await purgeProofs(ctx, storage)).toBe(1)
		expect(await readChanges(ctx, expertId)).toEqual([])

		await verify(await ask(scrivener))
		expect((await open()).proofs).toEqual([])
		const after = (count: number) => ({ db: ctx.db, now: () => new Date(ctx.now().getTime() + days(count)) })
		expect(await purgeProofs(after(29), storage)).toBe(0)
		expect(await purgeProofs(after(30), storage)).toBe(2)
	}))

test('a change is not decided on by oneself, nor while the expert is suspended, and is deleted with the account', () =>
	withCtx(async (ctx) => {
		const { applicant, reviewer, expertId, ask, verify, open } = await verifiedExpert(ctx)
		const change = await ask(scrivener)
		expect(await exportFromDirectory(await applicant.ctx(), { id: applicant.docId })).toMatchObject({
			expert: { credentialChanges: [{ professionName: '行政書士', state: 'submitted', proofs: [{ extension: 'jpg' }] }] },
		})
		const staff = await reviewer()
		await ctx.db.updateTable('experts').set({ user_id: staff.viewer.userId }).where('id', '=', expertId).execute()
		expect(await codeOf(verify(change))).toBe('forbidden')
		await ctx.db.updateTable('experts').set({ user_id: applicant.docId }).where('id', '=', expertId).execute()
		const { version } = await getApplication(staff, expertId)
		await decideOnExpert(staff, expertId, { state: 'suspended', reason: '登録の抹消が公告されたため', version })
		expect(await codeOf(verify(await open()))).toBe('conflict')
		expect(await countWaitingChanges(staff)).toBe(0)
		expect(await codeOf(saveChange(await applicant.ctx(), credential(scrivener)))).toBe('forbidden')
		await withdrawFromDirectory(await applicant.ctx(), { id: applicant.docId })
		expect(await ctx.db.selectFrom('credential_changes').select('id').execute()).toEqual([])
		expect(await purgeProofs(ctx, ctx.storage)).toBe(2)
	}))

test('a rejected applicant applies again with what was typed, new documents, and a day after the answer', () =>
	withCtx(async (ctx) => {
		const { applicant, reviewer } = await registrationSite(ctx)
		expect(await codeOf(startAgain(await applicant.ctx()))).toBe('conflict')
		const { expertId, version } = await apply(await applicant.ctx())
		const reason = '名簿にお名前がありませんでした。'
		await decideOnExpert(await reviewer(), expertId, { state: 'rejected', reason, version })
		const rejected = await findRegistration(await applicant.ctx())
		expect(await codeOf(addProof(await applicant.ctx(), rejected?.credentials[0]?.id ?? 0, picture()))).toBe('conflict')
		await startAgain(await applicant.ctx())
		await startAgain(await applicant.ctx())
		const opened = await findRegistration(await applicant.ctx())
		expect(opened).toMatchObject({
			state: 'draft',
			profile: { displayName: '青井 千夏' },
			decision: { state: 'rejected', reason },
			opensAt: new Date(ctx.now().getTime() + days(1)),
			done: { credentials: false, profile: true, office: true, consents: true },
		})
		// Staff do not see a draft until it is submitted.
		expect(await codeOf(getApplication(await reviewer(), expertId))).toBe('not-found')
		const [held] = opened?.credentials ?? []
		await addProof(await applicant.ctx(), held?.id ?? 0, picture())
		expect((await findRegistration(await applicant.ctx()))?.credentials[0]?.proofs.map(({ purgeAt }) => purgeAt === null)).toEqual([
			false,
			true,
		])
		expect(await sentencesOf(submitRegistration(await applicant.ctx()))).toContain('24時間')
		const late = { ...(await applicant.ctx()), now: () => new Date(ctx.now().getTime() + days(1)) }
		expect((await findRegistration(late))?.opensAt).toBeNull()
		await submitRegistration(late)
		const application = await getApplication(await reviewer(), expertId)
		expect(application).toMatchObject({ state: 'submitted', decisions: [{ state: 'rejected', reason }] })

		// Thirty days after the first answer, only what belonged to it goes.
		const after = { db: ctx.db, now: () => new Date(ctx.now().getTime() + days(30)) }
		expect(await purgeProofs(after, ctx.storage)).toBe(1)
		await decideOnExpert(await reviewer(), expertId, { state: 'verified', reason: '', version: application.version })
		expect(await professionsOf(ctx, expertId)).toEqual(['税理士 第912345号'])
	}))

test('a sub-qualification is verified like a credential, beside the one that it belongs to, and opens its parts', () =>
	withCtx(async (ctx) => {
		const { applicant, expertId, ask, verify } = await verifiedExpert(ctx)
		const supporter = {
			professionId: '1',
			subQualificationId: '7',
			registrationNumber: '20260401関東第1号',
			association: '関東経済産業局',
			validUntil: '2031-03-31',
		}
		// 特定社会保険労務士 is nothing that a 税理士 can be.
		expect(await sentencesOf(saveChange(await applicant.ctx(), credential({ ...supporter, subQualificationId: '1' })))).toContain(
			'付けられません',
		)
		const change = await ask(supporter)
		expect(change).toMatchObject({ professionName: '認定経営革新等支援機関', subQualificationId: 7, isTaken: false })
		const held = () =>
			ctx.db
				.selectFrom('expert_sub_qualifications')
				.select(['profession_id', 'sub_qualification_id'])
				.where('expert_id', '=', expertId)
				.execute()
		expect(await held()).toEqual([])
		await verify(change)
		expect(await held()).toEqual([{ profession_id: 1, sub_qualification_id: 7 }])
		expect(await professionsOf(ctx, expertId)).toEqual(['税理士 第912345号'])
		expect((await getExpert(ctx, expertId)).subQualifications).toEqual(['認定経営革新等支援機関'])
	}))
