import { sql } from 'kysely'
import { checkedSql, int4, text } from '../../../platform/checked-sql.ts'
import { hashToken } from '../../../platform/token.ts'
import type { Ctx } from '../../shared/context.ts'
import { findMunicipalitiesByPostalCodes } from '../../geography/postal-codes.ts'
import { type FileRow, type ParsedRow, titleOf } from './import-file.ts'
import type { ImportedFacts, ImportFault } from './tables.ts'

/** A row of the file after the database was asked: what it becomes and why. */
export type CheckedRow = { line: number } & (
	| { state: 'ready'; email: string; facts: ImportedFacts; keyHash: Buffer; faults: [] }
	| { state: 'faulty' | 'known'; faults: ImportFault[] }
)

export const hashEmail = (email: string): Buffer => hashToken(`mail ${email}`)

/** Key of a person and a credential, as `registration_number_key` writes it. A later row with the same key is not invited. */
const hashRow = ({ email, professionId, registrationNumber }: { email: string } & ImportedFacts): Buffer =>
	hashToken(`import ${email} ${professionId} ${numberKey(registrationNumber)}`)

const numberKey = (typed: string): string =>
	typed
		.normalize('NFKC')
		.toUpperCase()
		.replaceAll(/[第号\s-]/g, '')
		.replace(/^0+/, '')

const about = (column: string, sentence: string): ImportFault => ({ column: titleOf(column), sentence })

/** Checks the rows of a file against the places, the offices and experts on the site, earlier imports and each other. */
export async function checkRows(ctx: Pick<Ctx, 'db'>, rows: readonly FileRow[]): Promise<CheckedRow[]> {
	const values = rows.flatMap((row) => (row.values ? [row.values] : []))
	const places = await findMunicipalitiesByPostalCodes(ctx, [...new Set(values.map(({ postalCode }) => postalCode))])
	const placed = rows.map((row) =>
		row.values ? placeRow(row.line, row.values, places.get(row.values.postalCode) ?? []) : faulty(row.line, row.faults),
	)
	const ready = placed.flatMap((row) => (row.state === 'ready' ? [row] : []))
	const known = await findKnown(ctx, ready)
	const lines = new Map<string, number>()
	return placed.map((row) => {
		if (row.state !== 'ready') return row
		const key = row.keyHash.toString('base64url')
		const first = lines.get(key)
		if (first !== undefined) return faulty(row.line, [about('', `${first}行目と同じメールアドレスと登録番号です。`)])
		lines.set(key, row.line)
		const fault = known(row)
		return fault ? { line: row.line, state: 'known', faults: [fault] } : row
	})
}

const faulty = (line: number, faults: ImportFault[]): CheckedRow => ({ line, state: 'faulty', faults })

type Place = { id: number; name: string }

/** Gives a row the municipality of its postal code, which must be named where there are several. */
function placeRow(line: number, values: ParsedRow, places: readonly Place[]): CheckedRow {
	const named = places.filter(({ name }) => values.municipality.endsWith(name))
	const [place, ...others] = values.municipality === '' ? places : named
	if (places.length === 0) return faulty(line, [about('postalCode', 'この郵便番号は見つかりません。番号を確認してください。')])
	if (!place || others.length > 0)
		return faulty(line, [
			about(
				'municipality',
				`この郵便番号の市区町村は、${places.map(({ name }) => name).join('・')}です。${places.length > 1 ? 'このうちの1つを入力してください。' : '市区町村の列を直すか、空欄にしてください。'}`,
			),
		])
	const { email, profession, municipality: _typed, ...rest } = values
	const facts: ImportedFacts = { ...rest, professionId: profession, municipalityId: place.id }
	return { line, state: 'ready', email, facts, keyHash: hashRow({ email, ...facts }), faults: [] }
}

type Ready = Extract<CheckedRow, { state: 'ready' }>

/** Returns a function that gives the reason why a row is not invited, or null. */
async function findKnown(ctx: Pick<Ctx, 'db'>, rows: readonly Ready[]): Promise<(row: Ready) => ImportFault | null> {
	const [earlier, refusals, experts, offices] = await Promise.all([
		ctx.db
			.selectFrom('import_rows')
			.select('key_hash')
			.where('state', 'in', ['waiting', 'invited', 'consented', 'refused', 'expired'])
			.where(sql<boolean>`key_hash = any (${rows.map(({ keyHash }) => keyHash)}::bytea[])`)
			.execute(),
		ctx.db
			.selectFrom('import_refusals')
			.select('email_hash')
			.where(sql<boolean>`email_hash = any (${rows.map(({ email }) => hashEmail(email))}::bytea[])`)
			.execute(),
		readTakenNumbers(ctx, rows),
		ctx.db
			.selectFrom('offices')
			.select('corporate_number')
			.where('state', '<>', 'deleted')
			.where(sql<boolean>`corporate_number = any (${rows.flatMap(({ facts }) => facts.corporateNumber ?? [])}::text[])`)
			.execute(),
	])
	const keys = new Set(earlier.map(({ key_hash: hash }) => hash?.toString('base64url')))
	const refused = new Set(refusals.map(({ email_hash: hash }) => hash.toString('base64url')))
	const corporate = new Set(offices.map(({ corporate_number: number }) => number))
	return ({ keyHash, email, facts, line }) => {
		if (refused.has(hashEmail(email).toString('base64url'))) return about('email', 'この宛先は、案内を受け取らないことを選んでいます。')
		if (keys.has(keyHash.toString('base64url'))) return about('', '前の取り込みで案内しました。')
		if (experts.has(line)) return about('registrationNumber', 'この登録番号の専門家は、すでに申請か登録をしています。')
		if (facts.corporateNumber !== null && corporate.has(facts.corporateNumber))
			return about('corporateNumber', 'この法人番号の事務所は、すでに登録されています。')
		return null
	}
}

/** Returns the lines whose registration number an expert has submitted. */
export async function readTakenNumbers(ctx: Pick<Ctx, 'db'>, rows: readonly Pick<Ready, 'line' | 'facts'>[]): Promise<Set<number>> {
	const given = JSON.stringify(rows.map(({ line, facts }) => ({ line, profession: facts.professionId, number: facts.registrationNumber })))
	const { rows: taken } = await checkedSql({ line: int4, number: text })`
		select g.line, g.number from jsonb_to_recordset(${given}::jsonb) as g (line integer, profession integer, number text)
		where exists (
			select from expert_credentials c
			where c.profession_id = g.profession and c.claimed_at is not null
				and registration_number_key(c.registration_number) = registration_number_key(g.number)
		) or exists (
			select from credential_changes c
			where c.profession_id = g.profession and c.sub_qualification_id is null and c.state in ('submitted', 'needs_fix')
				and registration_number_key(c.registration_number) = registration_number_key(g.number)
		)
	`.execute(ctx.db)
	return new Set(taken.map(({ line }) => line))
}
