import { eraseAccount } from '../../accounts/account-removal.ts'
import { recordAuditEvent } from '../../accounts/audit.ts'
import { forgetAvatar } from '../../accounts/avatars.ts'
import { type ExportPart, exportAccountOf } from '../../accounts/my-identity.ts'
import { isStaffWith, requireRecentStaff } from '../../accounts/staff.ts'
import { exportFromAppointments } from '../../appointments/appointment-personal.ts'
import { exportFromBilling } from '../../billing/billing-personal.ts'
import { exportFromDocuments } from '../../documents/document-personal.ts'
import { exportFromLeads } from '../../estimates/estimate-personal.ts'
import { exportFromInquiries } from '../../inquiries/inquiry-personal.ts'
import { exportParts, leavingParts } from '../../moderation/personal-data.ts'
import { inTransaction } from '../../shared/context.ts'
import { DomainError } from '../../shared/errors.ts'
import { lockOpenRequest } from '../../support/privacy-requests.ts'
import { type ActCtx, openPerson, readPersonSecurity } from '../person-acts.ts'

/**
 * What staff do not get in their hands: letters between a member and an office are 通信の秘密, which the member exports alone at
 * /mypage/account; money is for the accounting role.
 */
const withheldParts: readonly { part: ExportPart; label: string; isOpenTo?: 'accounting' }[] = [
	{ part: exportFromInquiries, label: '事務所とのやり取り' },
	{ part: exportFromDocuments, label: '案件の書類' },
	{ part: exportFromLeads, label: '見積もりの依頼とやり取り' },
	{ part: exportFromAppointments, label: '面談の予約' },
	{ part: exportFromBilling, label: '請求と支払い', isOpenTo: 'accounting' },
]

/**
 * The data of an account for a request that asks for it (33条), as JSON can hold it, once it is recorded who asks. Names what is
 * withheld from staff. Every export is recorded. Throws conflict before the identity check or without an account, not-found.
 */
export async function exportForRequest(ctx: ActCtx, id: number): Promise<Record<string, unknown>> {
	requireRecentStaff(ctx, 'support')
	return inTransaction(ctx, async (trx) => {
		const row = await lockOpenRequest(trx, id)
		const uid = await openedUid(trx, row)
		const withheld = withheldParts.filter(({ isOpenTo }) => !isOpenTo || !isStaffWith(trx.viewer, isOpenTo))
		const parts = exportParts.filter((part) => !withheld.some((one) => one.part === part))
		const exported = await exportAccountOf(trx, uid, parts)
		const { devices } = await readPersonSecurity(trx, uid)
		await trx.db.updateTable('privacy_requests').set({ exported_at: trx.now() }).where('id', '=', id).execute()
		await recordAuditEvent(trx, {
			action: 'privacy.export',
			subject: `privacy:${id}`,
			detail: { user: row.user_id, withheld: withheld.map(({ label }) => label) },
		})
		return {
			request: id,
			withheld: withheld.map(({ label }) => `${label}（マイページの「アカウント」で、本人だけが書き出せます）`),
			...exported,
			sessions: devices.map(({ userAgent, createdAt, lastSeenAt }) => ({ userAgent, createdAt, lastSeenAt })),
		}
	})
}

/**
 * Erases the account of a request (35条) as leaving would, at once and for good. One of the staff has recorded who asks, another one
 * erases. Throws conflict before the identity check or without an account, forbidden for who checked and for accounts of staff.
 */
export async function eraseForRequest(ctx: ActCtx, id: number, reason: string): Promise<void> {
	requireRecentStaff(ctx, 'support')
	const picture = await inTransaction(ctx, async (trx) => {
		const row = await lockOpenRequest(trx, id)
		if (row.kind !== 'suspension') throw conflict('消去できるのは、利用の停止・消去の請求だけです。')
		const uid = await openedUid(trx, row)
		if (row.identity_by === trx.viewer.userId)
			throw new DomainError('forbidden', 'the second person is another one', {
				fields: { form: '本人確認を記録した方とは別の担当者が消去します。' },
			})
		await openPerson(trx, uid)
		const imageUrl = await eraseAccount(trx, uid, leavingParts)
		await trx.db.updateTable('privacy_requests').set({ erased_at: trx.now() }).where('id', '=', id).execute()
		await recordAuditEvent(trx, { action: 'privacy.erase', subject: `privacy:${id}`, reason, detail: { user: row.user_id } })
		return imageUrl
	})
	// After the commit: an orphaned picture does less harm than an account that lost its picture.
	await forgetAvatar(ctx, picture)
}

/** The uid of the account that the person was found to own. */
async function openedUid(ctx: ActCtx, row: { user_id: string | null; identity_at: Date | null }): Promise<string> {
	if (row.identity_at === null) throw conflict('先に、本人確認を記録してください。')
	const user =
		row.user_id === null
			? undefined
			: await ctx.db.selectFrom('users').select('uid').where('id', '=', row.user_id).where('deleted_at', 'is', null).executeTakeFirst()
	if (!user) throw conflict('この請求には、いまのアカウントが結び付いていません。')
	return user.uid
}

const conflict = (form: string) => new DomainError('conflict', 'the request cannot be acted on', { fields: { form } })
