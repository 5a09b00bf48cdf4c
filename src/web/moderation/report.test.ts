import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { openPage } from '../../../test/render-page.tsx'
import { requireRecentStaff } from '../../domain/accounts/staff.ts'
import { reportPath } from '../../domain/shared/links.ts'
import { decideReport } from '../../domain/moderation/reports.ts'
import { makeMember, as, makeThread } from '../../domain/questions/questions-for-test.ts'

test('a report that waits closes the form; once it is decided the form opens again and tells what became of it', () =>
	withCtx(async (ctx) => {
		const { questionId } = await makeThread(ctx)
		const path = reportPath('question', questionId)
		const reader = as(ctx, await makeMember(ctx))
		const staff = requireRecentStaff(as(ctx, await makeMember(ctx, ['moderator'])), 'moderator')
		const send = (body: string) => openPage(reader, path, { method: 'POST', body: new URLSearchParams({ reason: 'personal', body }) })

		expect((await openPage(reader, path)).html).toContain('<form')
		expect((await send('電話番号が写っています。')).status).toBe(303)
		expect((await send('電話番号が写っています。')).status).toBe(303)
		const other = await send('住所も書かれています。')
		expect(other.status).toBe(409)
		expect(other.html).toContain('いま送った内容は、まだ届いていません。')
		const waiting = await openPage(reader, path)
		expect(waiting.html).toContain('すでに受け付けています')
		expect(waiting.html).not.toContain('<form')

		const reportId = async () => (await ctx.db.selectFrom('reports').select('id').where('state', '=', 'open').executeTakeFirstOrThrow()).id
		await decideReport(staff, await reportId(), { verdict: 'dismiss', reason: '一般に知られた番号のため' })
		const { html } = await openPage(reader, path)
		expect(html).toMatch(/公開を続けています。.*理由：一般に知られた番号のため/)
		expect(html).toContain('<form')
		expect((await send('住所も書かれています。')).status).toBe(303)
		expect((await openPage(staff, `/admin/queues/reports?item=${await reportId()}`)).html).toContain('前の報告への判断')
	}))
