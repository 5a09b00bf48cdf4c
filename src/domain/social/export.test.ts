import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { makeOffice } from '../../../test/factories.ts'
import { makeMember, as, makeThread } from '../questions/questions-for-test.ts'
import { addFavourite } from './favourites.ts'
import { exportFromSocial } from './export.ts'
import { follow } from './follows.ts'

test('the export contains only the member’s own follows and favourites', async () => {
	await withCtx(async (ctx) => {
		const { asker, expertId, questionId } = await makeThread(ctx)
		const officeId = await makeOffice(ctx, { expertIds: [expertId] })
		await follow(as(ctx, asker), expertId)
		await addFavourite(as(ctx, asker), { kind: 'office', targetId: officeId, memo: '電話する' })
		await addFavourite(as(ctx, await makeMember(ctx)), { kind: 'question', targetId: questionId })
		const idOf = asker.kind === 'member' ? asker.userId : ''
		expect(await exportFromSocial(ctx, { id: idOf })).toMatchObject({
			follows: [{ expertId, notify: 'all' }],
			favourites: [{ officeId, questionId: null, memo: '電話する' }],
		})
	})
})
