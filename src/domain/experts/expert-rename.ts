import { sql } from 'kysely'
import { checkedSql, int4, text, timestamptz } from '../../platform/checked-sql.ts'
import { sendServiceMail } from '../accounts/account-mails.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { mail } from '../accounts/mails.ts'
import { requireRecentStaff, type RecentStaffCtx, requireStaff, type StaffCtx } from '../accounts/staff.ts'
import { inTransaction } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { days } from '../shared/japan-time.ts'
import { expertPath } from '../shared/links.ts'
import { advertisingFault } from '../taxonomy/advertising-rules.ts'
import { readHeld } from '../taxonomy/task-part-reads.ts'
import { showChange } from './registration-profile.ts'

/** A document older than this proves no name of today. */
const PROOF_DAYS = 90

export type NameProof = { id: string; professionId: number; uploadedAt: Date }

/** Documents of an expert that can prove a new name, the newest first. */
export async function listNameProofs(ctx: StaffCtx, expertId: number): Promise<NameProof[]> {
	requireStaff(ctx, 'reviewer')
	const { rows } = await checkedSql({ id: text, professionId: int4, uploadedAt: timestamptz })`
		select f.id::text, coalesce(c.profession_id, n.profession_id)::integer as "professionId", f.uploaded_at as "uploadedAt"
		from proof_files f left join expert_credentials c on c.id = f.credential_id left join credential_changes n on n.id = f.change_id
		where coalesce(c.expert_id, n.expert_id) = ${expertId} and f.uploaded_at > ${new Date(ctx.now().getTime() - days(PROOF_DAYS))}
		order by f.uploaded_at desc, f.id desc limit 20
	`.execute(ctx.db)
	return rows
}

export type Rename = { displayName: string; kana: string; proofId: string; reason: string; version: number }

/**
 * Changes the name under which a verified expert is shown, after a change of the legal or professional name, on the strength of a
 * document that the expert handed in. Offices that named them as representative follow. Throws invalid without such a document or for
 * a name that the advertising rules forbid, conflict where the expert has changed meanwhile, forbidden for reviewers themselves.
 */
export async function renameExpert(ctx: RecentStaffCtx, expertId: number, input: Rename): Promise<void> {
	requireRecentStaff(ctx, 'reviewer')
	const { displayName, kana, proofId, reason, version } = input
	await inTransaction(ctx, async (trx) => {
		const expert = await trx.db
			.selectFrom('experts')
			.select(['user_id', 'state', 'version', 'display_name', 'kana'])
			.where('id', '=', expertId)
			.forUpdate()
			.executeTakeFirst()
		if (!expert) throw notFound('application')
		if (expert.user_id === trx.viewer.userId)
			throw new DomainError('forbidden', 'not by oneself', { fields: { form: 'ご自身の氏名は、ほかの審査担当者が変更します。' } })
		if (expert.state !== 'verified' || expert.version !== version)
			throw new DomainError('conflict', 'the expert has changed', {
				fields: { form: 'ページを開いたあとに内容が変わりました。開き直して、いまの内容を確認してください。' },
			})
		if (expert.display_name === displayName && expert.kana === kana) throw invalid('displayName', 'いまの氏名と同じです。')
		if (!(await listNameProofs(trx, expertId)).some(({ id }) => id === proofId))
			throw invalid('proofId', '新しい氏名を確かめた書類を選んでください。')
		const { professionIds } = await readHeld(trx, expertId)
		const fault = advertisingFault(displayName, professionIds)
		if (fault !== null) throw invalid('displayName', fault)
		await trx.db.updateTable('experts').set({ display_name: displayName, kana }).where('id', '=', expertId).execute()
		await sql`
			update offices o set representative = ${displayName} from office_members m
			where m.office_id = o.id and m.expert_id = ${expertId} and m.role = 'owner' and o.representative = ${expert.display_name}
		`.execute(trx.db)
		await showChange(trx, expertId)
		await recordAuditEvent(trx, {
			action: 'expert.rename',
			subject: `expert:${expertId}`,
			reason,
			detail: { from: expert.display_name, to: displayName, proof: proofId },
		})
		await sendServiceMail(
			trx,
			expert.user_id,
			mail(trx.site, {
				subject: '専門家のページの氏名を変更しました',
				heading: '氏名を変更しました',
				body: [`ご提出の書類により、専門家のページに表示する氏名を「${displayName}」に変更しました。`],
				button: { label: '専門家のページを見る', url: `${trx.site.publicUrl}${expertPath(expertId)}` },
				after: ['お心当たりがない場合は、すぐにお問い合わせください。'],
			}),
		)
	})
}

const invalid = (field: string, sentence: string) => new DomainError('invalid', 'an invalid rename', { fields: { [field]: sentence } })
