import { addressKey, hasBlockNumber } from '../geography/address-line.ts'
import type { Insertable } from 'kysely'
import { type Ctx, type Database, requireMember } from '../shared/context.ts'
import { DomainError } from '../shared/errors.ts'
import { claimPath } from '../shared/links.ts'
import { requireHonestName } from '../memberships/office-advertising.ts'
import { findOfficePlace, type OfficePlace } from '../geography/postal-places.ts'
import { METRES_A_MINUTE, pointFromStations } from '../geography/points.ts'
import type { OfficeInput } from './registration-schemas.ts'
import { changeRegistration, isUniqueViolation } from './registration.ts'

const refused = (field: string, sentence: string) => new DomainError('invalid', 'refused', { fields: { [field]: sentence } })

export type OwnOffice = Omit<OfficeInput, 'fees'> & { id: number; fees: Record<number, number> }

/** The office that the viewer makes with their application, or null. */
export async function findOwnDraftOffice(ctx: Ctx): Promise<OwnOffice | null> {
	const { userId } = requireMember(ctx)
	const office = await ctx.db
		.selectFrom('offices as o')
		.innerJoin('office_members as m', 'm.office_id', 'o.id')
		.innerJoin('experts as e', 'e.id', 'm.expert_id')
		.selectAll('o')
		.where('e.user_id', '=', userId)
		.where('m.role', '=', 'owner')
		.where('o.state', '=', 'draft')
		.orderBy('o.id')
		.executeTakeFirst()
	if (!office) return null
	const station = await ctx.db.selectFrom('office_stations').selectAll().where('office_id', '=', office.id).executeTakeFirst()
	const tasks = await ctx.db.selectFrom('office_tasks').select(['task_id', 'fee_min']).where('office_id', '=', office.id).execute()
	return {
		id: office.id,
		kind: office.kind,
		name: office.name,
		kana: office.kana,
		postalCode: office.postal_code ?? '',
		municipalityId: office.municipality_id,
		addressLine: office.address_line,
		stationId: station?.station_id ?? 0,
		walkMinutes: station?.walk_minutes ?? 10,
		phone: office.phone ?? '',
		phonePublic: office.phone_public_at !== null,
		corporateNumber: office.corporate_number,
		invoiceNumber: office.invoice_number,
		fees: Object.fromEntries(tasks.map((row) => [row.task_id, row.fee_min])),
	}
}

/** Saves the office that is made with the application: a draft until its owner is verified. */
export async function saveOffice(ctx: Ctx, input: OfficeInput): Promise<void> {
	await changeRegistration(ctx, async (trx, expertId) => {
		await requireHonestName(trx, requireMember(trx).userId, input.name)
		const { municipality, station } = await readPlace(trx, input)
		const own = await findOwnDraftOffice(trx)
		const expert = await trx.db
			.selectFrom('experts')
			.select(['display_name', 'languages'])
			.where('id', '=', expertId)
			.executeTakeFirstOrThrow()
		const columns = {
			kind: input.kind,
			name: input.name,
			kana: input.kana,
			corporate_number: input.corporateNumber,
			invoice_number: input.invoiceNumber,
			representative: expert.display_name,
			languages: expert.languages,
			postal_code: input.postalCode,
			prefecture_id: municipality.prefectureId,
			municipality_id: municipality.id,
			address_line: input.addressLine,
			...pointFromStations(station ? [{ lat: station.lat, lng: station.lng, walkMinutes: input.walkMinutes }] : [], municipality),
			point_basis: null,
			phone: input.phone,
			phone_public_at: input.phonePublic ? ctx.now() : null,
			updated_at: ctx.now(),
		} satisfies DraftColumns
		const id = await withFreeNumber(async () => {
			if (own) {
				await trx.db.updateTable('offices').set(columns).where('id', '=', own.id).execute()
				return own.id
			}
			return insertDraftOffice(trx, expertId, columns)
		})
		await trx.db.deleteFrom('office_stations').where('office_id', '=', id).execute()
		if (station)
			await trx.db
				.insertInto('office_stations')
				.values({
					office_id: id,
					position: 1,
					station_id: station.id,
					distance_m: Math.round(input.walkMinutes * METRES_A_MINUTE),
					walk_minutes: input.walkMinutes,
				})
				.execute()
		await writeFees(trx, { officeId: id, expertId, fees: input.fees })
		await trx.db.deleteFrom('office_areas').where('office_id', '=', id).execute()
		await trx.db.insertInto('office_areas').values({ office_id: id, prefecture_id: municipality.prefectureId }).execute()
		await trx.db.deleteFrom('office_join_requests').where('expert_id', '=', expertId).execute()
	})
}

type DraftColumns = Omit<Insertable<Database['offices']>, 'state' | 'website' | 'founded_on' | 'picture' | 'published_at'>

/** Makes an office that only its owner sees until they are verified. Returns its id. */
export async function insertDraftOffice(ctx: Pick<Ctx, 'db'>, expertId: number, columns: DraftColumns): Promise<number> {
	const { id } = await ctx.db
		.insertInto('offices')
		.values({ ...columns, state: 'draft', website: null, founded_on: null, picture: null, published_at: null })
		.returning('id')
		.executeTakeFirstOrThrow()
	await ctx.db.insertInto('office_members').values({ office_id: id, expert_id: expertId, role: 'owner' }).execute()
	return id
}

async function readPlace(ctx: Ctx, input: OfficeInput) {
	const place: OfficePlace | null = await findOfficePlace(ctx, input.postalCode)
	if (!place) throw refused('postalCode', 'この郵便番号は見つかりません。番号を確認してください。')
	const municipality = place.municipalities.find(({ id }) => id === input.municipalityId)
	if (!municipality) throw refused('municipalityId', '郵便番号に合う市区町村を選んでください。')
	const station = place.stations.find(({ id }) => id === input.stationId) ?? null
	if (input.stationId !== 0 && !station) throw refused('stationId', '最寄り駅を選び直してください。')
	return { municipality, station }
}

/** Throws `invalid` (field corporateNumber) where `handler` would give an office the corporate number of another. */
export async function withFreeNumber<T>(handler: () => Promise<T>): Promise<T> {
	try {
		return await handler()
	} catch (error) {
		if (isUniqueViolation(error, 'offices_corporate_number'))
			throw new DomainError('invalid', 'refused', {
				fields: {
					corporateNumber:
						'この法人番号の事務所は、すでに登録されています。代表者の方は番号で申し出てください。勤めている方は参加を申請してください。',
				},
				ways: [{ label: '番号で事務所を探して申し出る', path: claimPath() }],
			})
		throw error
	}
}

/** An office begins with the tasks of its owner, each with what it costs at least. */
async function writeFees(
	ctx: Ctx,
	{ officeId, expertId, fees }: { officeId: number; expertId: number; fees: OfficeInput['fees'] },
): Promise<void> {
	const tasks = await ctx.db
		.selectFrom('expert_tasks as et')
		.innerJoin('tasks as t', 't.id', 'et.task_id')
		.select(['t.id', 't.name', 't.fee_basis'])
		.where('et.expert_id', '=', expertId)
		.where('t.published_at', 'is not', null)
		.execute()
	const rows = tasks.flatMap((task) => {
		const fee = fees.find(({ taskId }) => taskId === task.id)
		if (!fee) return []
		if (task.fee_basis === 'percentage' && fee.min > 100) throw refused('fees', `「${task.name}」の料金は、割合（%）で入力してください。`)
		return [{ office_id: officeId, task_id: task.id, fee_basis: task.fee_basis, fee_min: fee.min, fee_max: null }]
	})
	if (rows.length === 0) throw refused('fees', 'プロフィールで選んだ業務のうち、少なくとも1つに料金の目安を入力してください。')
	await ctx.db.deleteFrom('office_tasks').where('office_id', '=', officeId).execute()
	await ctx.db.insertInto('office_tasks').values(rows).execute()
}

export type ApplicantOffice = {
	name: string
	kana: string
	postalCode: string | null
	place: string
	phone: string | null
	corporateNumber: string | null
	invoiceNumber: string | null
	/** Whether the postal code belongs to the municipality. */
	isPostalCodeRight: boolean
	/** Whether the address goes down to a block or house number. */
	isAddressComplete: boolean
	/** Other offices at the same whole address, however it is typed; five at most. */
	sameAddress: { id: number; name: string }[]
}

/** The first office that an applicant owns, for those who verify. Who may see it is the caller's business. */
export async function findOwnOffice(ctx: Pick<Ctx, 'db'>, expertId: number): Promise<ApplicantOffice | null> {
	const office = await ctx.db
		.selectFrom('offices as o')
		.innerJoin('office_members as m', 'm.office_id', 'o.id')
		.innerJoin('municipalities as c', 'c.id', 'o.municipality_id')
		.innerJoin('prefectures as p', 'p.id', 'o.prefecture_id')
		.select([
			'o.id',
			'o.municipality_id',
			'o.name',
			'o.kana',
			'o.postal_code',
			'p.name as prefecture',
			'c.name as city',
			'o.address_line',
			'o.phone',
		])
		.select(['o.corporate_number', 'o.invoice_number'])
		.select((eb) =>
			eb
				.exists(
					eb
						.selectFrom('postal_codes as z')
						.select('z.postal_code')
						.whereRef('z.postal_code', '=', 'o.postal_code')
						.whereRef('z.municipality_id', '=', 'o.municipality_id'),
				)
				.as('is_postal_code_right'),
		)
		.where('m.expert_id', '=', expertId)
		.where('m.role', '=', 'owner')
		.where('o.state', '!=', 'deleted')
		.orderBy('o.id')
		.executeTakeFirst()
	if (!office) return null
	return {
		name: office.name,
		kana: office.kana,
		postalCode: office.postal_code,
		place: `${office.prefecture}${office.city}${office.address_line}`,
		phone: office.phone,
		corporateNumber: office.corporate_number,
		invoiceNumber: office.invoice_number,
		isPostalCodeRight: Boolean(office.is_postal_code_right),
		isAddressComplete: hasBlockNumber(office.address_line),
		sameAddress: await listOfficesAtAddress(ctx, office),
	}
}

/** So many offices of one postal code are compared. */
const COMPARED = 500

/** Other offices at the address, five at most; none for an address without a block number. */
export async function listOfficesAtAddress(
	{ db }: Pick<Ctx, 'db'>,
	office: { id: number; postal_code: string | null; municipality_id: number; address_line: string },
): Promise<{ id: number; name: string }[]> {
	if (office.postal_code === null || !hasBlockNumber(office.address_line)) return []
	const rows = await db
		.selectFrom('offices')
		.select(['id', 'name', 'address_line'])
		.where('postal_code', '=', office.postal_code)
		.where('postal_code', 'is not', null)
		.where('municipality_id', '=', office.municipality_id)
		.where('state', '<>', 'deleted')
		.where('id', '<>', office.id)
		.orderBy('id')
		.limit(COMPARED)
		.execute()
	const key = addressKey(office.address_line)
	return rows
		.filter((row) => addressKey(row.address_line) === key)
		.slice(0, 5)
		.map(({ id, name }) => ({ id, name }))
}
