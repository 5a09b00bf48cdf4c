import { expect, test } from 'vitest'
import { withCtx } from '../../test/database.ts'
import { published, submitted } from '../domain/articles/articles-for-test.ts'
import { isDomainError } from '../domain/shared/errors.ts'
import { makeExpertViewer } from '../domain/questions/questions-for-test.ts'
import { articleCard, siteCard } from './page-cards.ts'

test('the card of an article names who wrote it and who supervised it', async () => {
	await withCtx(async (ctx) => {
		const { expertId: supervisorId } = await makeExpertViewer(ctx)
		const { id, expertId } = await published(ctx, 'with-a-supervisor', { supervisorId })
		const nameOf = async (expert: number) =>
			(await ctx.db.selectFrom('experts').select('display_name').where('id', '=', expert).executeTakeFirstOrThrow()).display_name
		expect(await articleCard(ctx, id)).toMatchObject({
			title: ['開業届を出す前に決めておく三つのこと'],
			facts: [`執筆 ${await nameOf(expertId)}`, `監修 ${await nameOf(supervisorId)}`],
			picture: { kind: 'portrait', path: `/media/portraits/${expertId}.svg` },
		})
		const alone = await published(ctx, 'without-one')
		expect((await articleCard(ctx, alone.id)).facts).toEqual([`執筆 ${await nameOf(alone.expertId)}`])
	})
})

test('an article that is not published has no card', async () => {
	await withCtx(async (ctx) => {
		const { id } = await submitted(ctx)
		await expect(articleCard(ctx, id)).rejects.toSatisfy((error) => isDomainError(error) && error.kind === 'not-found')
	})
})

test('the card of the site says its promise, and its name only beside the mark', async () => {
	await withCtx(async (ctx) => {
		const { title, kicker, lines, facts, siteName } = siteCard(ctx)
		expect([...title, kicker, ...lines, ...facts].join('')).not.toContain(siteName)
	})
})
