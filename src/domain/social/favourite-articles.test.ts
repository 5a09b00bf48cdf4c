import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { relistArticle, unlistArticle } from '../articles/article-approval.ts'
import { published } from '../articles/articles-for-test.ts'
import { makeMember, as, refusal } from '../questions/questions-for-test.ts'
import { addFavourite, isFavourite, listFavourites } from './favourites.ts'

test('an article can be a favourite; of an unlisted one only that is shown', () =>
	withCtx(async (ctx) => {
		const { id, editor, slug } = await published(ctx)
		const reader = as(ctx, await makeMember(ctx))
		await addFavourite(reader, { kind: 'article', targetId: id })
		expect(await isFavourite(reader, { kind: 'article', targetId: id })).toBe(true)
		const list = async () => (await listFavourites(reader, { folder: null, kind: 'article', cursor: null })).items
		expect(await list()).toMatchObject([{ path: `/articles/${slug}`, detail: '税務・会計', isAvailable: true }])
		await unlistArticle(editor, id, '内容を確認しています。')
		expect(await list()).toMatchObject([{ title: '公開を終了しました', detail: '', isAvailable: false }])
		expect(await refusal(addFavourite(as(ctx, await makeMember(ctx)), { kind: 'article', targetId: id }))).toBe('not-found')
		await relistArticle(editor, id)
		expect(await list()).toMatchObject([{ isAvailable: true }])
	}))
