import { sql } from 'kysely'
import { ALL_PAGES, publishTags } from '../../../platform/page-tags.ts'
import { recordAuditEvent } from '../../accounts/audit.ts'
import { type RecentStaffCtx, requireRecentStaff } from '../../accounts/staff.ts'
import { type Ctx, inTransaction } from '../../shared/context.ts'
import { DomainError } from '../../shared/errors.ts'

/** The settings that staff have changed, by name. Without a value the one of the start holds. */
export async function readSiteSettings({ db }: Pick<Ctx, 'db'>): Promise<ReadonlyMap<string, string>> {
	const rows = await db.selectFrom('site_settings').select(['name', 'value']).execute()
	return new Map(rows.map(({ name, value }) => [name, value]))
}

/** The settings whose names begin with `prefix`, and a number that grows with each of their changes. */
export async function readSettingGroup(
	{ db }: Pick<Ctx, 'db'>,
	prefix: string,
): Promise<{ values: Record<string, string>; version: number }> {
	const rows = await db
		.selectFrom('site_settings')
		.select(['name', 'value', 'version'])
		.where(sql<boolean>`starts_with(name, ${prefix})`)
		.execute()
	return {
		values: Object.fromEntries(rows.filter(({ value }) => value !== CLEARED).map(({ name, value }) => [name, value])),
		version: rows.reduce((sum, { version }) => sum + version, 0),
	}
}

/** A setting that was taken back keeps its row, so that its version goes on growing. */
const CLEARED = '-'

/** The value of a setting, or null where the one of the start holds. */
export const settingIn = (settings: ReadonlyMap<string, string>, name: string): string | null => {
	const value = settings.get(name)
	return value === undefined || value === CLEARED ? null : value
}

/**
 * Sets a group of settings; an empty value goes back to the one of the start. They hold from the next request on, in every process.
 * Throws conflict where somebody else has changed one of them since `version`.
 */
export async function saveSettingGroup(
	ctx: RecentStaffCtx,
	prefix: string,
	{ values, version }: { values: Readonly<Record<string, string>>; version: number },
): Promise<void> {
	const staff = requireRecentStaff(ctx, 'admin')
	await inTransaction(staff, async (trx) => {
		await sql`select pg_advisory_xact_lock(hashtext('site settings'))`.execute(trx.db)
		const current = await readSettingGroup(trx, prefix)
		if (current.version !== version)
			throw new DomainError('conflict', 'changed by somebody else', {
				fields: { form: 'ほかの担当者が設定を変えました。いまの値を確かめてから、もう一度保存してください。' },
			})
		const changed = Object.entries(values).filter(([name, value]) => value !== (current.values[name] ?? ''))
		if (changed.length === 0) return
		for (const [name, typed] of changed) {
			const set = { value: typed === '' ? CLEARED : typed, changed_at: trx.now(), changed_by: trx.viewer.userId }
			await trx.db
				.insertInto('site_settings')
				.values({ name, ...set })
				.onConflict((known) => known.column('name').doUpdateSet({ ...set, version: sql<number>`site_settings.version + 1` }))
				.execute()
		}
		await recordAuditEvent(trx, { action: 'setting.change', subject: `setting:${prefix}`, detail: Object.fromEntries(changed) })
		// Links stand on every page that is kept.
		await publishTags(trx.db, [ALL_PAGES])
	})
}
