import { expect, test } from 'vitest'
import { withCtx } from '../../../test/database.ts'
import { findTerm, kanaRow, listTerms } from './glossary.ts'
import { compareProfessions } from './profession-comparison.ts'

test.each([
	['いんぼいす', 'あ'],
	['がくせい', 'か'],
	['ぎょうせい', 'か'],
	['ぱわーはらすめんと', 'は'],
	['ばんごう', 'は'],
	['んー', 'わ'],
	['ゆうげん', 'や'],
	['れんけつ', 'ら'],
])('%s is in the row %s', (kana, row) => {
	expect(kanaRow(kana)).toBe(row)
})

test('the glossary has at least 120 terms in the order of their readings, each with a published task', () =>
	withCtx(async (ctx) => {
		const terms = await listTerms(ctx)
		expect(terms.length).toBeGreaterThanOrEqual(120)
		const rows = terms.map(({ kana }) => kanaRow(kana))
		expect(rows).toEqual(rows.toSorted((a, b) => a.localeCompare(b, 'ja')))
		const term = await findTerm(ctx, 'teikan')
		expect(term).toMatchObject({ term: '定款', kana: 'ていかん', categoryName: '会社設立' })
		expect(term?.tasks.map(({ name }) => name)).toContain('定款作成')
		expect(term?.others.map(({ slug }) => slug)).not.toContain('teikan')
		expect(await findTerm(ctx, 'nothing')).toBeNull()
	}))

test('a term links only to published tasks', () =>
	withCtx(async (ctx) => {
		await ctx.db.updateTable('tasks').set({ published_at: null }).where('slug', '=', 'articles-of-incorporation').execute()
		expect((await findTerm(ctx, 'teikan'))?.tasks.map(({ name }) => name)).not.toContain('定款作成')
	}))

test('the comparison names the law of reserved tasks and the required sub-qualification', () =>
	withCtx(async (ctx) => {
		const professions = await compareProfessions(ctx)
		expect(professions.map(({ name }) => name).slice(0, 2)).toEqual(['税理士', '社会保険労務士'])
		const bySlug = new Map(professions.map((one) => [one.slug, one]))
		expect(bySlug.get('zeirishi')?.reserved.map(({ lawName }) => lawName)).toEqual(['税理士法'])
		expect(bySlug.get('shindanshi')?.reserved).toEqual([])
		const needs = bySlug.get('sharoushi')?.reserved.flatMap(({ parts }) => parts.map((part) => part.needs))
		expect(needs).toContain('特定社会保険労務士')
		for (const { askWhen, notFor } of professions) expect([askWhen.length >= 3, notFor.length > 20]).toEqual([true, true])
	}))
