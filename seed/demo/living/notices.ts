import { requireRecentStaff, type RecentStaffCtx } from '../../../src/domain/accounts/staff.ts'
import { addNoticeUpdate, createNotice, publishNotice } from '../../../src/domain/operations/incident-notices.ts'
import type { Ctx } from '../../../src/domain/shared/context.ts'
import { days } from '../../../src/domain/shared/japan-time.ts'

/** An outage that is over, and planned work that staff have yet to publish. */
export async function insertNotices(staff: (hoursAgo: number) => Ctx): Promise<void> {
	const support = (hoursAgo: number): RecentStaffCtx => {
		const ctx = staff(hoursAgo)
		return requireRecentStaff(
			ctx.viewer.kind === 'member' ? { ...ctx, viewer: { ...ctx.viewer, roles: ['support'], loggedInAt: ctx.now() } } : ctx,
			'support',
		)
	}
	const { id } = await createNotice(support(220), {
		kind: 'outage',
		title: '（見本）お知らせメールの一部が遅れて届いた障害について',
		scope: '回答や返信が届いたことを知らせるメール。サイトの画面のお知らせは届いていました。',
		body: 'お知らせのメールの一部が、30分から2時間ほど遅れて届いています。サイトの画面のお知らせには遅れはありません。\n原因を調べています。次の報告は、2時間以内に載せます。',
		beganAt: support(221).now(),
		clientKey: 'demo-living-notice-1',
	})
	await publishNotice(support(220), id)
	await addNoticeUpdate(
		support(218),
		id,
		{
			body: '外部のメール配信の混雑が原因と分かりました。待っていたメールは順に送られています。',
			clientKey: 'demo-living-notice-update-1',
		},
		{ resolves: false },
	)
	await addNoticeUpdate(
		support(216),
		id,
		{
			body: '待っていたメールをすべて送り終えました。届かなかったメールはありません。混雑したときに別の経路で送る準備を進めます。',
			clientKey: 'demo-living-notice-update-2',
		},
		{ resolves: true },
	)
	await createNotice(support(5), {
		kind: 'maintenance',
		title: '（見本）データベースの入れ替えに伴う停止のお知らせ',
		scope: 'サイトのすべての画面',
		body: '深夜に10分ほど、サイトを止めてデータベースを入れ替えます。書きかけの下書きは残ります。',
		beganAt: new Date(support(0).now().getTime() + days(7)),
		clientKey: 'demo-living-notice-2',
	})
}
