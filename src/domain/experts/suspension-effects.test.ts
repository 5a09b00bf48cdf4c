import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { makeExpert, makeOffice } from '../../../test/factories.ts'
import { decideOnExpert } from './expert-verification.ts'
import { apply, registrationSite } from './registration-for-test.ts'
import { readSuspensionEffects } from './suspension-effects.ts'

test('what is said before a suspension is what it does: offices without another verified member leave the site', () =>
	withCtx(async (ctx) => {
		const { applicant, reviewer } = await registrationSite(ctx)
		const { expertId, version } = await apply(await applicant.ctx())
		await decideOnExpert(await reviewer(), expertId, { state: 'verified', reason: '', version })
		const shared = await makeOffice(ctx, { name: '共同事務所' })
		const colleague = await makeExpert(ctx)
		await ctx.db
			.insertInto('office_members')
			.values([colleague, expertId].map((id) => ({ office_id: shared, expert_id: id, role: 'owner' as const })))
			.execute()
		const follower = await ctx.db.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow()
		await ctx.db.insertInto('follows').values({ user_id: follower.id, expert_id: expertId, created_at: ctx.now() }).execute()

		const effects = await readSuspensionEffects(await reviewer(), expertId)
		expect(effects).toEqual({ offices: ['青井税理士事務所'], requests: 0, inquiries: 0, answers: 0, followers: 1 })
		const { version: seen } = await ctx.db.selectFrom('experts').select('version').where('id', '=', expertId).executeTakeFirstOrThrow()
		await decideOnExpert(await reviewer(), expertId, { state: 'suspended', reason: '名簿から外れたため', version: seen })
		const suspended = await ctx.db.selectFrom('offices').select('name').where('state', '=', 'suspended').execute()
		expect(suspended.map(({ name }) => name)).toEqual(effects.offices)
	}))
