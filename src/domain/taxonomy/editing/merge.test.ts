import { expect, test } from 'vitest'
import { differencesOf, effectiveOf, isLive, type ItemState, settleDifference, withContent, withStaff } from './merge.ts'

const item = (content: ItemState['content']): ItemState => ({
	kind: 'task',
	key: '701',
	content,
	staff: {},
	base: {},
	isOwn: false,
	retiredAt: null,
	version: 1,
})

const first = { name: '契約書確認', summary: '契約書を読みます。', faq: [{ question: '問', answer: '答' }] }

test('a field of the content and another of staff both survive', () => {
	const edited = withStaff(item(first), { name: '契約書の確認' })
	const merged = withContent(edited, { ...first, summary: '契約書を弁護士が読みます。' })
	expect(effectiveOf(merged)).toEqual({ ...first, name: '契約書の確認', summary: '契約書を弁護士が読みます。' })
	expect(differencesOf(merged)).toEqual([])
})

test('of the same field staff’s text is shown, and the difference until it is settled', () => {
	const edited = withStaff(item(first), { name: '契約書の確認' })
	const merged = withContent(edited, { ...first, name: '契約書レビュー' })
	expect(effectiveOf(merged)['name']).toBe('契約書の確認')
	expect(differencesOf(merged)).toEqual([{ field: 'name', before: '契約書確認', content: '契約書レビュー', staff: '契約書の確認' }])
	// Saving another field settles nothing.
	expect(differencesOf(withStaff(merged, { name: '契約書の確認', summary: '読みます。' }))).toHaveLength(1)

	const taken = settleDifference(merged, 'name', 'content')
	expect([effectiveOf(taken)['name'], taken.staff, differencesOf(taken)]).toEqual(['契約書レビュー', {}, []])
	const kept = settleDifference(merged, 'name', 'staff')
	expect([effectiveOf(kept)['name'], differencesOf(kept)]).toEqual(['契約書の確認', []])
	// The next change of the content is a difference again.
	expect(differencesOf(withContent(kept, { ...first, name: '契約の審査' }))).toHaveLength(1)
})

test('a field in which both agree is no longer one of staff', () => {
	const edited = withStaff(item(first), { name: '契約書の確認' })
	expect(withContent(edited, { ...first, name: '契約書の確認' }).staff).toEqual({})
	expect(withStaff(edited, { name: '契約書確認' }).staff).toEqual({})
	// jsonb orders the keys of objects anew.
	expect(withStaff(item(first), { faq: [{ answer: '答', question: '問' }] }).staff).toEqual({})
})

test('what the content drops leaves the site, and what staff set stays', () => {
	const dropped = withContent(withStaff(item(first), { name: '契約書の確認' }), null)
	expect([isLive(dropped), dropped.staff]).toEqual([false, { name: '契約書の確認' }])
	expect(effectiveOf(withContent(dropped, first))['name']).toBe('契約書の確認')
	expect(isLive({ ...dropped, isOwn: true })).toBe(true)
})
