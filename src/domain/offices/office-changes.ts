import { sendServiceMail } from '../accounts/account-mails.ts'
import { recordAuditEvent } from '../accounts/audit.ts'
import { requireRecentStaff, requireStaff, type RecentStaffCtx, type StaffCtx } from '../accounts/staff.ts'
import { type Ctx, inTransaction } from '../shared/context.ts'
import { DomainError, notFound } from '../shared/errors.ts'
import { getPrefecture } from '../geography/prefectures.ts'
import { openOffice, type OfficeAccess, withListings } from '../memberships/office-access.ts'
import type { OfficeRole } from '../memberships/office-policy.ts'
import { changeMail, suspensionMail } from '../memberships/office-mails.ts'
import { type OfficeColumn, type OfficeColumns, reviewedFields } from './office-fields.ts'
import type { SectionValues } from './office-sections.ts'
import { type ReviewedChange, writeReviewed } from './office-writing.ts'
import type { ChangeState } from './tables.ts'
import { officeKinds } from '../experts/registration-input.ts'
import type { OfficeState } from '../memberships/office-policy.ts'

/** What a row of `office_changes` holds: what will be written, and the drafts that come back when staff return it. */
type Content = ReviewedChange & { drafts: Record<string, SectionValues> }

export type ChangedField = { label: string; before: string; after: string }

export type OpenChange = {
	id: number
	state: ChangeState
	fields: ChangedField[]
	reason: string
	askedAt: Date
}

/** Requests the approval of staff for a change; replaces an undecided request. */
export async function askForChange(
	ctx: Ctx,
	office: OfficeAccess,
	change: ReviewedChange,
	drafts: readonly { section: string; values: SectionValues }[],
): Promise<void> {
	const open = await ctx.db
		.selectFrom('office_changes')
		.selectAll()
		.where('office_id', '=', office.id)
		.where('state', '=', 'open')
		.forUpdate()
		.executeTakeFirst()
	const earlier = open ? (open.fields as unknown as Content) : null
	const content: Content = {
		columns: { ...earlier?.columns, ...change.columns },
		stations: change.stations ?? earlier?.stations ?? null,
		drafts: {
			...earlier?.drafts,
			...Object.fromEntries(drafts.flatMap(({ section, values }) => (['basics', 'place'].includes(section) ? [[section, values]] : []))),
		},
	}
	const asked = { fields: JSON.stringify(content), asked_by: office.userId, asked_at: ctx.now() }
	if (open) await ctx.db.updateTable('office_changes').set(asked).where('id', '=', open.id).execute()
	else
		await ctx.db
			.insertInto('office_changes')
			.values({ ...asked, office_id: office.id, decided_by: null, decided_at: null })
			.execute()
}

/** The newest open change of an office: waiting, or returned with a reason. */
export async function readChange(ctx: Ctx, officeId: number): Promise<OpenChange | null> {
	const row = await ctx.db
		.selectFrom('office_changes')
		.selectAll()
		.where('office_id', '=', officeId)
		.orderBy('id', 'desc')
		.executeTakeFirst()
	if (!row || row.state === 'approved' || row.state === 'withdrawn') return null
	return {
		id: row.id,
		state: row.state,
		fields: await changedFields(ctx, officeId, row.fields as unknown as Content),
		reason: row.reason,
		askedAt: row.asked_at,
	}
}

async function changedFields(ctx: Ctx, officeId: number, { columns, stations }: Content): Promise<ChangedField[]> {
	const live = await ctx.db.selectFrom('offices').selectAll().where('id', '=', officeId).executeTakeFirst()
	if (!live) return []
	const places = await ctx.db
		.selectFrom('municipalities')
		.select(['id', 'name', 'prefecture_id'])
		.where('id', 'in', [live.municipality_id, columns.municipality_id ?? live.municipality_id])
		.execute()
	const shown = (field: string, value: OfficeColumns[OfficeColumn]): string => {
		if (field === 'postal_code') return String(value ?? '').replace(/^(\d{3})(\d{4})$/, '$1-$2')
		if (field === 'kind') return officeKinds.find((one) => one.value === value)?.label ?? ''
		if (field !== 'municipality_id') return String(value ?? '')
		const place = places.find(({ id }) => id === value)
		return place ? `${getPrefecture(place.prefecture_id).name}${place.name}` : ''
	}
	const named = await ctx.db
		.selectFrom('office_stations')
		.select(['station_id', 'walk_minutes'])
		.where('office_id', '=', officeId)
		.orderBy('position')
		.execute()
	const byRails = { before: await stationsText(ctx, named), after: stations === null ? null : await stationsText(ctx, stations) }
	const pointText = ({ lat, lng }: { lat: number; lng: number }) => `北緯${lat.toFixed(5)}・東経${lng.toFixed(5)}`
	const point = {
		before: pointText(live),
		after: columns.lat === undefined || columns.lng === undefined ? null : pointText({ lat: columns.lat, lng: columns.lng }),
	}
	return [
		...reviewedFields.flatMap(({ column, label }) => {
			const [before, after] = [live[column], columns[column]]
			return after === undefined || after === before ? [] : [{ label, before: shown(column, before), after: shown(column, after) }]
		}),
		...[
			{ label: '最寄り駅', ...byRails },
			{ label: '地図の位置', ...point },
		].flatMap(({ label, before, after }) => (after === null || after === before ? [] : [{ label, before, after }])),
	]
}

async function stationsText(ctx: Ctx, named: readonly { station_id: number; walk_minutes: number }[]): Promise<string> {
	const ids = named.map((one) => one.station_id)
	const rows = ids.length === 0 ? [] : await ctx.db.selectFrom('stations').select(['id', 'name']).where('id', 'in', ids).execute()
	return named.map((one) => `${rows.find(({ id }) => id === one.station_id)?.name ?? ''}駅 徒歩${one.walk_minutes}分`).join('、')
}

/** Withdraws the change that waits for staff. */
export async function withdrawChange(ctx: Ctx, officeId: number): Promise<void> {
	await inTransaction(ctx, async (trx) => {
		await openOffice(trx, officeId, 'edit', true)
		await trx.db
			.updateTable('office_changes')
			.set({ state: 'withdrawn', decided_at: trx.now() })
			.where('office_id', '=', officeId)
			.where('state', 'in', ['open', 'returned'])
			.execute()
	})
}

// ---- staff

/** Which office's change it is that waits for a reviewer; null once it does not. */
export async function findOpenChange(ctx: StaffCtx, changeId: number): Promise<{ officeId: number } | null> {
	requireStaff(ctx, 'reviewer')
	const row = await ctx.db
		.selectFrom('office_changes')
		.select('office_id as officeId')
		.where('id', '=', changeId)
		.where('state', '=', 'open')
		.executeTakeFirst()
	return row ?? null
}

/** For the dashboard. */
export async function countOpenChanges(ctx: StaffCtx): Promise<number> {
	const { count } = await ctx.db
		.selectFrom('office_changes')
		.select(({ fn }) => fn.countAll<string>().as('count'))
		.where('state', '=', 'open')
		.executeTakeFirstOrThrow()
	return Number(count)
}

export type OfficeForStaff = {
	id: number
	name: string
	state: OfficeState
	version: number
	suspendedReason: string | null
	change: OpenChange | null
	members: { expertId: number; name: string; role: OfficeRole }[]
	isOwn: boolean
}

/** What a reviewer needs of an office. The only personal data are public names. */
export async function getOfficeForStaff(ctx: StaffCtx, officeId: number): Promise<OfficeForStaff> {
	requireStaff(ctx, 'reviewer')
	const office = await ctx.db
		.selectFrom('offices')
		.selectAll()
		.where('id', '=', officeId)
		.where('state', '!=', 'deleted')
		.executeTakeFirst()
	if (!office) throw notFound('office')
	const [change, members] = await Promise.all([
		readChange(ctx, officeId),
		ctx.db
			.selectFrom('office_members as m')
			.innerJoin('experts as e', 'e.id', 'm.expert_id')
			.select(['e.id', 'e.display_name', 'e.user_id', 'm.role'])
			.where('m.office_id', '=', officeId)
			.orderBy('m.position')
			.execute(),
	])
	return {
		id: office.id,
		name: office.name,
		state: office.state,
		version: office.version,
		suspendedReason: office.suspended_reason,
		change: change?.state === 'open' ? change : null,
		members: members.map((row) => ({ expertId: row.id, name: row.display_name, role: row.role })),
		isOwn: members.some((row) => row.user_id === ctx.viewer.userId),
	}
}

const changedMeanwhile = () =>
	new DomainError('conflict', 'the office has changed', {
		fields: { form: 'ページを開いたあとに状態が変わりました。開き直して、いまの内容を確認してください。' },
	})

async function lockForStaff(ctx: StaffCtx, officeId: number) {
	const office = await ctx.db
		.selectFrom('offices')
		.select(['id', 'name', 'state', 'published_at'])
		.where('id', '=', officeId)
		.where('state', '!=', 'deleted')
		.forUpdate()
		.executeTakeFirst()
	if (!office) throw notFound('office')
	const own = await ctx.db
		.selectFrom('office_members as m')
		.innerJoin('experts as e', 'e.id', 'm.expert_id')
		.select('e.id')
		.where('m.office_id', '=', officeId)
		.where('e.user_id', '=', ctx.viewer.userId)
		.executeTakeFirst()
	if (own) throw new DomainError('forbidden', 'not by oneself', { fields: { form: 'ご自身の事務所は、ほかの審査担当者が確認します。' } })
	return office
}

/** Approves a change, which shows at once, or returns it with a reason; the input then becomes a draft again. */
export async function decideOnChange(
	ctx: RecentStaffCtx,
	officeId: number,
	decision: { changeId: number; askedAt: number; reason: string | null },
): Promise<void> {
	requireRecentStaff(ctx, 'reviewer')
	await inTransaction(ctx, async (trx) => {
		const office = await lockForStaff(trx, officeId)
		const row = await trx.db
			.selectFrom('office_changes')
			.selectAll()
			.where('id', '=', decision.changeId)
			.where('office_id', '=', officeId)
			.where('state', '=', 'open')
			.forUpdate()
			.executeTakeFirst()
		if (!row || row.asked_at.getTime() !== decision.askedAt) throw changedMeanwhile()
		const content = row.fields as unknown as Content
		const isApproved = decision.reason === null
		await trx.db
			.updateTable('office_changes')
			.set({
				state: isApproved ? 'approved' : 'returned',
				reason: decision.reason ?? '',
				decided_by: trx.viewer.userId,
				decided_at: trx.now(),
			})
			.where('id', '=', row.id)
			.execute()
		if (isApproved) await publishChange(trx, officeId, content)
		else await keepAsDrafts(trx, officeId, content, row.asked_by)
		await recordAuditEvent(trx, {
			action: isApproved ? 'office.approve' : 'office.return',
			subject: `office:${officeId}`,
			reason: decision.reason ?? undefined,
			detail: { change: row.id },
		})
		const mail = changeMail(trx.site, { officeId, officeName: office.name, reason: decision.reason })
		await mailOwners(trx, officeId, mail, row.asked_by)
	})
}

async function publishChange(trx: RecentStaffCtx, officeId: number, content: Content): Promise<void> {
	await withListings(trx, officeId, async () => {
		await writeReviewed(trx, officeId, content)
		await trx.db
			.updateTable('offices')
			.set((eb) => ({ version: eb('version', '+', 1) }))
			.where('id', '=', officeId)
			.execute()
	})
}

/** Restores the input as a draft unless its section has a newer one. */
async function keepAsDrafts(trx: Ctx, officeId: number, { drafts }: Content, savedBy: string | null): Promise<void> {
	for (const [section, values] of Object.entries(drafts))
		await trx.db
			.insertInto('office_drafts')
			.values({
				office_id: officeId,
				section,
				content: JSON.stringify(values),
				version: 1,
				saved_by: savedBy,
				saved_at: trx.now(),
			})
			.onConflict((conflict) => conflict.doNothing())
			.execute()
}

/** Suspends an office with a reason; null ends the suspension. */
export async function suspendOffice(ctx: RecentStaffCtx, officeId: number, reason: string | null): Promise<void> {
	requireRecentStaff(ctx, 'reviewer')
	await inTransaction(ctx, async (trx) => {
		const office = await lockForStaff(trx, officeId)
		if ((office.state === 'suspended') === (reason !== null)) throw changedMeanwhile()
		await withListings(trx, officeId, async () => {
			await trx.db
				.updateTable('offices')
				.set(
					reason === null
						? { state: office.published_at === null ? 'draft' : 'unlisted', suspended_reason: null }
						: { state: 'suspended', suspended_reason: reason },
				)
				.where('id', '=', officeId)
				.execute()
		})
		await recordAuditEvent(trx, {
			action: reason === null ? 'office.unsuspend' : 'office.suspend',
			subject: `office:${officeId}`,
			reason: reason ?? undefined,
		})
		await mailOwners(trx, officeId, suspensionMail(trx.site, { officeId, officeName: office.name, reason }))
	})
}

/** Notifies the owners and the requesting member. */
async function mailOwners(
	ctx: Ctx,
	officeId: number,
	mail: { subject: string; text: string; html: string },
	askedBy: string | null = null,
): Promise<void> {
	const owners = await ctx.db
		.selectFrom('office_members as m')
		.innerJoin('experts as e', 'e.id', 'm.expert_id')
		.innerJoin('users as u', 'u.id', 'e.user_id')
		.select('u.id')
		.where('m.office_id', '=', officeId)
		.where((eb) => eb.or([eb('m.role', '=', 'owner'), eb('u.id', '=', askedBy ?? '0')]))
		.execute()
	for (const { id } of owners) await sendServiceMail(ctx, id, mail)
}
