import { sql } from 'kysely'
import { checkedSql, int4, text, timestamptz } from '../../../platform/checked-sql.ts'
import { recordAuditEvent, recordCommand } from '../../accounts/audit.ts'
import { type RecentStaffCtx, requireRecentStaff } from '../../accounts/staff.ts'
import { type Ctx, inTransaction } from '../../shared/context.ts'
import { DomainError, notFound } from '../../shared/errors.ts'
import { days } from '../../shared/japan-time.ts'
import { keysetPage } from '../../shared/keyset.ts'
import type { Page } from '../../shared/paging.ts'
import { cleanLine } from '../../shared/text-input.ts'
import { checkRows } from './import-checks.ts'
import type { FileRow } from './import-file.ts'
import { type ImportState, importStateLabels, RESEND_AFTER_DAYS, SOURCE_LENGTH } from './import-input.ts'
import type { ImportFault } from './tables.ts'

/** Imports of offices as staff see them. Nothing is sent before an import is confirmed. */
const PAGE = 50
/** Parameters of one statement are limited; a row has eight. */
const ROWS_PER_INSERT = 500

export type ImportCounts = Record<ImportState, number>
export type ImportBatch = {
	id: number
	fileName: string
	source: string
	createdAt: Date
	confirmedAt: Date | null
	resentAt: Date | null
	counts: ImportCounts
}
export type ImportRow = { id: number; line: number; state: ImportState; officeName: string; email: string; faults: ImportFault[] }

const subjectOf = (id: number) => `import:${id}`
const refused = (field: string, sentence: string) => new DomainError('invalid', 'refused', { fields: { [field]: sentence } })

type NewImport = { fileName: string; source: string; rows: readonly FileRow[] }

/** Checks a file and stores the result for staff to confirm. Returns its id. Throws `invalid` for a source that is too short or too long. */
export async function createImport(ctx: RecentStaffCtx, given: NewImport): Promise<number> {
	const staff = requireRecentStaff(ctx, 'admin')
	return inTransaction(staff, async (trx) => {
		const id = await insertImport(trx, given)
		await recordAuditEvent(trx, { action: 'import.check', subject: subjectOf(id), detail: { rows: given.rows.length } })
		return id
	})
}

/** Checks a file on the server itself and, with `sends`, confirms it. Returns its id. */
export async function importByCommand(ctx: Pick<Ctx, 'db' | 'now'>, { sends, ...given }: NewImport & { sends: boolean }): Promise<number> {
	return ctx.db.transaction().execute(async (db) => {
		const trx = { ...ctx, db }
		const id = await insertImport(trx, given)
		const confirms = sends && (await countImport(trx, id)).ready > 0
		if (confirms) await confirmRows(trx, id)
		await recordCommand(trx, {
			action: confirms ? 'import.confirm' : 'import.check',
			subject: subjectOf(id),
			detail: { rows: given.rows.length },
		})
		return id
	})
}

async function insertImport(trx: Pick<Ctx, 'db' | 'now'>, { fileName, source: typed, rows }: NewImport): Promise<number> {
	const source = cleanLine(typed)
	const length = Array.from(source).length
	if (length < SOURCE_LENGTH.min || length > SOURCE_LENGTH.max)
		throw refused(
			'source',
			`アドレスの入手元を、${SOURCE_LENGTH.min}文字から${SOURCE_LENGTH.max}文字で入力してください。案内のメールに書かれます。`,
		)
	const checked = await checkRows(trx, rows)
	const { id } = await trx.db
		.insertInto('import_batches')
		.values({
			file_name: Array.from(cleanLine(fileName)).slice(0, 200).join('') || 'ファイル',
			source,
			created_at: trx.now(),
			confirmed_at: null,
			resent_at: null,
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	for (let from = 0; from < checked.length; from += ROWS_PER_INSERT)
		await trx.db
			.insertInto('import_rows')
			.values(
				checked.slice(from, from + ROWS_PER_INSERT).map((row) => ({
					batch_id: id,
					line: row.line,
					state: row.state,
					faults: JSON.stringify(row.faults),
					email: row.state === 'ready' ? row.email : null,
					facts: row.state === 'ready' ? JSON.stringify(row.facts) : null,
					key_hash: row.state === 'ready' ? row.keyHash : null,
				})),
			)
			.execute()
	return id
}

/** Sends the invitations of a checked import, a few each minute. Confirmed again it changes nothing. */
export async function confirmImport(ctx: RecentStaffCtx, id: number): Promise<void> {
	const staff = requireRecentStaff(ctx, 'admin')
	await inTransaction(staff, async (trx) => {
		const count = await confirmRows(trx, id)
		requireSender(trx)
		if (count !== null) await recordAuditEvent(trx, { action: 'import.confirm', subject: subjectOf(id), detail: { invited: count } })
	})
}

/** Throws conflict without a configured operator, whose name and address the mails must have (特定電子メール法4条). */
function requireSender({ site }: Pick<Ctx, 'site'>): void {
	if (!site.operator)
		throw new DomainError('conflict', 'no operator is configured', {
			fields: {
				form: '案内のメールには、運営者の名前と住所を書く決まりがあります。運営者の設定（OPERATOR_NAME など）をしてから送ってください。',
			},
		})
}

/** Returns how many wait for their mail now; null for an import that was confirmed before. */
async function confirmRows(trx: Pick<Ctx, 'db' | 'now'>, id: number): Promise<number | null> {
	// Two imports with the same person must not both invite: a few are confirmed in a year.
	await sql`lock table import_batches in share row exclusive mode`.execute(trx.db)
	const batch = await trx.db.selectFrom('import_batches').select('confirmed_at').where('id', '=', id).executeTakeFirst()
	if (!batch) throw notFound('import')
	if (batch.confirmed_at !== null) return null
	await sql`
		update import_rows r set state = 'known', email = null, facts = null,
			faults = jsonb_build_array(jsonb_build_object('column', '', 'sentence', '前の取り込みで案内しました。'))
		where r.batch_id = ${id}::integer and r.state = 'ready' and exists (
			select from import_rows o where o.key_hash = r.key_hash and o.state in ('waiting', 'invited', 'consented', 'refused', 'expired')
		)
	`.execute(trx.db)
	const { numUpdatedRows } = await trx.db
		.updateTable('import_rows')
		.set({ state: 'waiting', mail_due_at: trx.now() })
		.where('batch_id', '=', id)
		.where('state', '=', 'ready')
		.executeTakeFirst()
	if (numUpdatedRows === 0n) throw new DomainError('conflict', 'nothing to send', { fields: { form: '案内を送れる行がありません。' } })
	await trx.db.updateTable('import_batches').set({ confirmed_at: trx.now() }).where('id', '=', id).execute()
	return Number(numUpdatedRows)
}

/** Deletes an import that was not confirmed, with all it holds. Throws conflict for one that was. */
export async function discardImport(ctx: RecentStaffCtx, id: number): Promise<void> {
	const staff = requireRecentStaff(ctx, 'admin')
	await inTransaction(staff, async (trx) => {
		const batch = await trx.db.selectFrom('import_batches').select('confirmed_at').where('id', '=', id).forUpdate().executeTakeFirst()
		if (!batch) throw notFound('import')
		if (batch.confirmed_at !== null)
			throw new DomainError('conflict', 'the import is confirmed', { fields: { form: '案内を送り始めた取り込みは、取り消せません。' } })
		await trx.db.deleteFrom('import_batches').where('id', '=', id).execute()
		await recordAuditEvent(trx, { action: 'import.discard', subject: subjectOf(id) })
	})
}

/** When a batch may be sent a second time; null where it has been, or was not confirmed. */
export const resendFrom = ({ confirmedAt, resentAt }: Pick<ImportBatch, 'confirmedAt' | 'resentAt'>): Date | null =>
	confirmedAt === null || resentAt !== null ? null : new Date(confirmedAt.getTime() + days(RESEND_AFTER_DAYS))

/** Sends the invitation once more to those who have not answered: once for each import, a week after it was confirmed. */
export async function resendImport(ctx: RecentStaffCtx, id: number): Promise<void> {
	const staff = requireRecentStaff(ctx, 'admin')
	await inTransaction(staff, async (trx) => {
		const row = await trx.db.selectFrom('import_batches').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
		if (!row) throw notFound('import')
		requireSender(trx)
		const from = resendFrom({ confirmedAt: row.confirmed_at, resentAt: row.resent_at })
		if (from === null || from > trx.now())
			throw new DomainError('conflict', 'no second mail', {
				fields: { form: `もう一度送れるのは、送信を始めてから${RESEND_AFTER_DAYS}日後に1回だけです。` },
			})
		const { numUpdatedRows } = await trx.db
			.updateTable('import_rows')
			.set({ mail_due_at: trx.now() })
			.where('batch_id', '=', id)
			.where('state', '=', 'invited')
			.executeTakeFirst()
		await trx.db.updateTable('import_batches').set({ resent_at: trx.now() }).where('id', '=', id).execute()
		await recordAuditEvent(trx, { action: 'import.resend', subject: subjectOf(id), detail: { invited: Number(numUpdatedRows) } })
	})
}

const noCounts = (): ImportCounts => Object.fromEntries(Object.keys(importStateLabels).map((state) => [state, 0])) as ImportCounts

/** Returns how many rows of an import have each state. */
export async function countImport({ db }: Pick<Ctx, 'db'>, id: number): Promise<ImportCounts> {
	return (await countRows(db, [id])).get(id) ?? noCounts()
}

async function countRows(db: Ctx['db'], ids: readonly number[]): Promise<Map<number, ImportCounts>> {
	const { rows } = await checkedSql({ batch_id: int4, state: text.as<ImportState>(), count: int4 })`
		select batch_id, state, count(*)::integer as count from import_rows where batch_id = any (${ids}::integer[]) group by batch_id, state
	`.execute(db)
	const counts = new Map(ids.map((id) => [id, noCounts()]))
	for (const { batch_id: id, state, count } of rows) Object.assign(counts.get(id) ?? {}, { [state]: count })
	return counts
}

const batchColumns = {
	id: int4,
	file_name: text,
	source: text,
	created_at: timestamptz,
	confirmed_at: timestamptz.nullable,
	resent_at: timestamptz.nullable,
}

/** The imports, newest first. */
export async function listImports(ctx: RecentStaffCtx, cursor: string | null): Promise<{ items: ImportBatch[]; page: Page }> {
	const { db } = requireRecentStaff(ctx, 'admin')
	const keyset = keysetPage<{ id: number }>(cursor, { by: [sql`b.id`], direction: 'desc', size: PAGE, keyOf: ({ id }) => [id] })
	const { rows } = await checkedSql(batchColumns)`
		select b.* from import_batches b where ${keyset.beyond} order by ${keyset.order} limit ${keyset.limit}
	`.execute(db)
	const { rows: shown, page } = keyset.cut(rows)
	const counts = await countRows(
		db,
		shown.map(({ id }) => id),
	)
	return { items: shown.map((row) => toBatch(row, counts)), page }
}

type BatchRow = { id: number; file_name: string; source: string; created_at: Date; confirmed_at: Date | null; resent_at: Date | null }

const toBatch = (row: BatchRow, counts: Map<number, ImportCounts>): ImportBatch => ({
	id: row.id,
	fileName: row.file_name,
	source: row.source,
	createdAt: row.created_at,
	confirmedAt: row.confirmed_at,
	resentAt: row.resent_at,
	counts: counts.get(row.id) ?? noCounts(),
})

/** One import with a page of its rows, in the order of the file; of one state where it is given. */
export async function getImport(
	ctx: RecentStaffCtx,
	id: number,
	{ state, cursor }: { state: ImportState | null; cursor: string | null },
): Promise<{ batch: ImportBatch; rows: ImportRow[]; page: Page }> {
	const { db } = requireRecentStaff(ctx, 'admin')
	const found = await db.selectFrom('import_batches').selectAll().where('id', '=', id).executeTakeFirst()
	if (!found) throw notFound('import')
	const keyset = keysetPage<{ line: number }>(cursor, { by: [sql`line`], direction: 'asc', size: PAGE, keyOf: ({ line }) => [line] })
	const rows = await db
		.selectFrom('import_rows')
		.select(['id', 'line', 'state', 'email', 'facts', 'faults'])
		.where('batch_id', '=', id)
		.$if(state !== null, (query) => query.where('state', '=', state ?? 'ready'))
		.where(keyset.beyond)
		.orderBy(keyset.order)
		.limit(keyset.limit)
		.execute()
	const { rows: shown, page } = keyset.cut(rows)
	return {
		batch: toBatch(found, await countRows(db, [id])),
		rows: shown.map((row) => ({
			id: row.id,
			line: row.line,
			state: row.state,
			officeName: row.facts?.officeName ?? '',
			email: row.email ?? '',
			faults: row.faults,
		})),
		page,
	}
}

/** Every fault of an import in the order of the file, for the command. */
export const listFaults = ({ db }: Pick<Ctx, 'db'>, id: number): Promise<{ line: number; faults: ImportFault[] }[]> =>
	db
		.selectFrom('import_rows')
		.select(['line', 'faults'])
		.where('batch_id', '=', id)
		.where('state', 'in', ['faulty', 'known'])
		.orderBy('line')
		.execute()
