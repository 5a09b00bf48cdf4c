import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { builtJson } from '../../platform/checked-sql.ts'
import { type DocumentFault, type DocumentRules, redrawDocument, UnusableDocument } from '../../platform/storage-documents.ts'
import { randomToken } from '../../platform/token.ts'
import { countAttempt } from '../shared/throttles.ts'
import { type Ctx, requireMember } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'
import { MAX_PROOFS } from './registration-input.ts'

/** A document that was uploaded. With `purgeAt` it belongs to a decision already made and proves nothing new. */
export type Proof = { id: string; extension: 'pdf' | 'jpg'; pages: number; bytes: number; purgeAt: Date | null }

const proofRow = () =>
	z.strictObject({ id: z.int(), extension: z.enum(['pdf', 'jpg']), pages: z.int(), bytes: z.int(), purgeAt: z.string().nullable() })
type ProofRow = z.infer<ReturnType<typeof proofRow>>

/** The column that `proofsSql` makes. */
export const proofsColumn = builtJson(() => z.array(proofRow())).nullable

/** The documents of a row of `proof_files f` that fits the condition, as JSON; null for none. */
export const proofsSql = (condition: RawBuilder<unknown>) => sql`(
	select json_agg(json_build_object(
		'id', f.id, 'extension', f.extension, 'pages', f.page_count, 'bytes', f.byte_count, 'purgeAt', f.purge_at
	) order by f.id)
	from proof_files f where ${condition}
)`

export const toProofs = (rows: ProofRow[] | null): Proof[] =>
	(rows ?? []).map((row) => ({ ...row, id: String(row.id), purgeAt: row.purgeAt === null ? null : new Date(row.purgeAt) }))

/** Whether one of these still counts for a submission. */
export const hasCurrent = (proofs: readonly Pick<Proof, 'purgeAt'>[]): boolean => proofs.some(({ purgeAt }) => purgeAt === null)

/** What may prove a credential. */
export const proofRules: DocumentRules = { maxBytes: 10 * 1_048_576, maxPages: 20, pictures: ['jpeg', 'png'] }

const sentences: Record<DocumentFault, string> = {
	empty: 'ファイルを選んでください。',
	size: 'ファイルは10MBまでにしてください。',
	kind: 'PDF、JPEG、PNGのファイルを選んでください。',
	pixels: '画像が大きすぎます。4,000万画素までの画像にしてください。',
	animated: '動く画像は受け取れません。静止画のJPEGかPNGを選んでください。',
	disguised: '画像のなかに別の種類のファイルが含まれています。画像として保存し直してください。',
	pages: `PDFは${proofRules.maxPages}ページまでにしてください。`,
	volume: 'ページの画像が大きすぎます。ページを分けて登録してください。',
	locked: 'パスワードのかかったPDFは受け取れません。パスワードを外して保存し直してください。',
	active: 'スクリプトや動画、添付ファイルなどを含むPDFは受け取れません。印刷の機能でPDFに保存し直してください。',
	ambiguous: '開くソフトによって違う内容が見えるおそれのあるPDFです。印刷の機能でPDFに保存し直してください。',
	fonts: '日本語の書体が埋め込まれていないPDFです。印刷の機能でPDFに保存し直すか、写真を撮って登録してください。',
	broken: 'このファイルは読み込めません。壊れていないか確認して、保存し直してください。',
}

const refused = (sentence: string) => new DomainError('invalid', 'refused', { fields: { proof: sentence } })

/**
 * Stores a document of the viewer under a name that cannot be guessed, drawn again by us (`redrawDocument`). Throws `invalid`
 * (field proof) for an upload that is refused. `within` runs the write where the owner of the document may be changed.
 */
export async function keepProof(
	ctx: Ctx,
	content: Uint8Array,
	{ owner, within }: { owner: { credential_id: number } | { change_id: number }; within: (write: Write) => Promise<void> },
): Promise<void> {
	await countAttempt(ctx, 'proofAccount', requireMember(ctx).userId)
	const proof = await redrawDocument(content, proofRules).catch((error: unknown) => {
		if (error instanceof UnusableDocument) throw refused(sentences[error.fault])
		throw error
	})
	const name = `${randomToken(24)}.${proof.extension}`
	const [column, id] = 'change_id' in owner ? (['change_id', owner.change_id] as const) : (['credential_id', owner.credential_id] as const)
	await within(async (trx) => {
		const there = await trx.db.selectFrom('proof_files').select('id').where(column, '=', id).where('purge_at', 'is', null).execute()
		if (there.length >= MAX_PROOFS) throw refused(`書類は1つの資格につき${MAX_PROOFS}点までです。`)
		await trx.db
			.insertInto('proof_files')
			.values({
				credential_id: null,
				...owner,
				name,
				extension: proof.extension,
				byte_count: proof.content.length,
				page_count: proof.pages,
				uploaded_at: ctx.now(),
				purge_at: null,
			})
			.execute()
		await ctx.storage.write(`proofs/${name}`, proof.content)
	}).catch(async (error: unknown) => {
		await ctx.storage.remove(`proofs/${name}`)
		throw error
	})
}

type Write = (trx: Pick<Ctx, 'db'>) => Promise<void>
