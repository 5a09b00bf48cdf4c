import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { domainErrorOf } from '../../../test/domain-errors.ts'
import { decideOnCredential } from './credential-verification.ts'
import { addChangeProof, readChanges, saveChange, submitChange } from './credential-changes.ts'
import { decideOnExpert } from './expert-verification.ts'
import { listFactChecks, listFacts, recordFactChecks } from './fact-checks.ts'
import { apply, credential, picture, registrationSite } from './registration-for-test.ts'

const marked = async (facts: ReturnType<typeof listFacts>) =>
	Object.fromEntries((await facts).flatMap(({ id, isRight }) => (isRight === null ? [] : [[id, isRight]])))

test('the next reviewer sees the marks, with who set them, and a retry adds none', () =>
	withCtx(async (ctx) => {
		const { applicant, reviewer } = await registrationSite(ctx)
		const { expertId } = await apply(await applicant.ctx())
		const marks = [
			{ fact: 'number-1', isRight: true },
			{ fact: 'office', isRight: false },
			{ fact: 'nothing', isRight: true },
		]
		await recordFactChecks(await reviewer(), { expertId }, marks)
		await recordFactChecks(await reviewer(), { expertId }, marks)
		expect(await marked(listFacts(await reviewer(), { expertId }))).toEqual({ 'number-1': true, office: false })
		const checks = await listFactChecks(await reviewer(), expertId)
		expect(checks.map(({ fact, by }) => [fact, by])).toEqual([
			['office', 'registration.reviewer@example.com'],
			['number-1', 'registration.reviewer@example.com'],
		])
		await recordFactChecks(await reviewer(), { expertId }, [{ fact: 'office', isRight: true }])
		expect((await listFactChecks(await reviewer(), expertId)).map(({ isRight }) => isRight)).toEqual([true, false, true])
	}))

test('a mark about what was typed before counts no more', () =>
	withCtx(async (ctx) => {
		const { applicant, reviewer } = await registrationSite(ctx)
		const { expertId } = await apply(await applicant.ctx())
		await recordFactChecks(await reviewer(), { expertId }, [{ fact: 'number-1', isRight: false }])
		await ctx.db.updateTable('expert_credentials').set({ registration_number: '第900001号' }).where('expert_id', '=', expertId).execute()
		expect(await marked(listFacts(await reviewer(), { expertId }))).toEqual({})
	}))

test('nobody verifies an application or a credential with a fact that is marked as wrong', () =>
	withCtx(async (ctx) => {
		const { applicant, reviewer } = await registrationSite(ctx)
		const { expertId, version } = await apply(await applicant.ctx())
		const verify = async () => decideOnExpert(await reviewer(), expertId, { state: 'verified', reason: '', version })
		await recordFactChecks(await reviewer(), { expertId }, [{ fact: 'name-1', isRight: false }])
		expect((await domainErrorOf(verify())).sentences).toContain('「税理士：氏名」に ×')
		await recordFactChecks(await reviewer(), { expertId }, [{ fact: 'name-1', isRight: true }])
		await verify()

		await saveChange(await applicant.ctx(), credential({ registrationNumber: '第912346号' }))
		const changeId = (await readChanges(ctx, expertId))[0]?.id ?? 0
		await addChangeProof(await applicant.ctx(), changeId, picture())
		await submitChange(await applicant.ctx(), changeId)
		const [change] = await readChanges(ctx, expertId)
		const decide = async () =>
			decideOnCredential(await reviewer(), changeId, { state: 'verified', reason: '', version: change?.version ?? 0 })
		// A new number has not been compared, whatever was found about the old one.
		expect(await marked(listFacts(await reviewer(), { changeId }))).toEqual({ 'name-1': true })
		await recordFactChecks(await reviewer(), { changeId }, [{ fact: 'number-1', isRight: false }])
		expect((await domainErrorOf(decide())).sentences).toContain('「税理士：登録番号」に ×')
		await recordFactChecks(await reviewer(), { changeId }, [{ fact: 'number-1', isRight: true }])
		await decide()
		expect((await readChanges(ctx, expertId))[0]?.state).toBe('verified')
	}))

test('nobody marks the facts of their own application', () =>
	withCtx(async (ctx) => {
		const { applicant, reviewer } = await registrationSite(ctx)
		const { expertId } = await apply(await applicant.ctx())
		const staff = await reviewer()
		await ctx.db.updateTable('experts').set({ user_id: staff.viewer.userId }).where('id', '=', expertId).execute()
		expect((await domainErrorOf(recordFactChecks(staff, { expertId }, [{ fact: 'number-1', isRight: true }]))).kind).toBe('forbidden')
	}))
