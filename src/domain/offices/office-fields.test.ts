import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { officeFieldList, pageRows, scalarsOf } from './office-fields.ts'
import { makeOfficeFacts } from './office-facts-for-test.ts'
import { parseSection } from './office-section-schemas.ts'
import { officeSite, save } from './offices-for-test.ts'
import { applyDrafts, getOfficeForEdit } from './office-editing.ts'
import { getOffice } from './offices.ts'

const basics = { name: '三鷹税理士事務所', kana: 'みたかぜいりしじむしょ', kind: 'sole', representative: '三鷹 太郎' }

test('every field of the registry is a separate column, read back by its name', () =>
	withCtx(async (ctx) => {
		const { owner, officeId } = await officeSite(ctx, {
			staff_count: 12,
			qualified_count: 4,
			founded_on: '2015-04-01',
			website: 'https://a.example/',
		})
		const row = await ctx.db.selectFrom('offices').selectAll().where('id', '=', officeId).executeTakeFirstOrThrow()
		const columns = officeFieldList.map(({ column }) => column)
		expect(columns.filter((column) => !(column in row))).toEqual([])
		expect(new Set(columns).size).toBe(columns.length)
		expect(await getOffice(ctx, officeId)).toMatchObject(scalarsOf(row))

		// Saving an unchanged form changes nothing.
		const mine = await owner.ctx()
		for (const { section } of (await getOfficeForEdit(mine, officeId)).sections)
			if (officeFieldList.some((field) => field.section === section)) await save(mine, officeId, section, {})
		await applyDrafts(mine, officeId)
		expect(await getOffice(ctx, officeId)).toMatchObject(scalarsOf(row))
	}))

test('a count that is left empty is the least, and typed with its unit it is a number', () => {
	const now = new Date('2026-11-22')
	expect(parseSection('basics', { ...basics, staffCount: '3', qualifiedCount: '２名' }, now)).toMatchObject({ qualifiedCount: 2 })
	expect(parseSection('basics', { ...basics, staffCount: '3', qualifiedCount: '' }, now)).toMatchObject({ qualifiedCount: null })
	expect(parseSection('basics', { ...basics, staffCount: '' }, now)).toMatchObject({ staffCount: 1, foundedOn: null })
	expect(parseSection('basics', { ...basics, staffCount: '１２名' }, now)).toMatchObject({ staffCount: 12 })
})

test('rules between fields name the field that has to change', () => {
	const faultsOf = (typed: Record<string, string>) => {
		try {
			parseSection('basics', { ...basics, ...typed }, new Date('2026-11-22'))
			return {}
		} catch (error) {
			return (error as { fields: Record<string, string> }).fields
		}
	}
	expect(Object.keys(faultsOf({ kind: 'corporation' }))).toEqual(['corporateNumber'])
	expect(faultsOf({ kind: 'corporation', corporateNumber: '123' })['corporateNumber']).toContain('13桁')
	expect(Object.keys(faultsOf({ corporateNumber: '1000012010003', invoiceNumber: 'T9999800000002' }))).toEqual(['invoiceNumber'])
	expect(faultsOf({ staffCount: '3', qualifiedCount: '4' })['qualifiedCount']).toContain('人数以下')
	expect(faultsOf({ staffCount: '3', qualifiedCount: '3' })).toEqual({})
})

test('a page shows a row for each field that has one, without a text where the office has not said', () => {
	const rows = pageRows(makeOfficeFacts({ staffCount: 1_200, representative: '三鷹 太郎' }))
	expect(rows).toContainEqual({ label: '在籍人数', text: '1,200名' })
	expect(rows).toContainEqual({ label: '開業', text: null })
	expect(rows).toContainEqual({ label: '有資格者数', text: null })
	expect(pageRows(makeOfficeFacts({ qualifiedCount: 2 }))).toContainEqual({ label: '有資格者数', text: '2名' })
})
