import { expect, test } from 'vitest'
import type { Suggestion } from '../../domain/listings/types.ts'
import { announcement, type BoxKey, type BoxState, closedBox, meaningOfKey, nextBoxState } from './search-box-state.ts'

const item = (id: number): Suggestion => ({ kind: 'task', id, label: `業務${id}`, detail: '', path: `/category/task/list/${id}` })
const items = [item(101), item(102), item(103)]
const opened = nextBoxState(closedBox, { type: 'answered', text: '業', items })
const at = (active: number): BoxState => ({ ...opened, active })
const key = (name: string, more: Partial<BoxKey> = {}): BoxKey => ({
	key: name,
	altKey: false,
	ctrlKey: false,
	metaKey: false,
	shiftKey: false,
	isComposing: false,
	keyCode: 0,
	...more,
})
const after = (state: BoxState, pressed: BoxKey): BoxState => {
	const meaning = meaningOfKey(state, pressed)
	return meaning.do === 'dispatch' ? nextBoxState(state, meaning.event) : state
}

test('an answer opens the list with nothing chosen, an empty answer keeps it shut', () => {
	expect(opened).toMatchObject({ open: true, active: -1, items })
	expect(nextBoxState(opened, { type: 'answered', text: 'ぬ', items: [] })).toMatchObject({ open: false, active: -1 })
})

test('arrows go round the list with one stop in the input', () => {
	const down = key('ArrowDown')
	expect([opened, at(0), at(1), at(2)].map((state) => after(state, down).active)).toEqual([0, 1, 2, -1])
	const up = key('ArrowUp')
	expect([opened, at(2), at(1), at(0)].map((state) => after(state, up).active)).toEqual([2, 1, 0, -1])
})

test('an arrow opens a shut list that has items, and only then', () => {
	const shut = nextBoxState(at(1), { type: 'closed' })
	expect(shut).toMatchObject({ open: false, active: -1 })
	expect(after(shut, key('ArrowDown'))).toMatchObject({ open: true, active: 0 })
	expect(after(shut, key('ArrowUp'))).toMatchObject({ open: true, active: 2 })
	expect(after(shut, key('ArrowDown', { altKey: true }))).toMatchObject({ open: true, active: -1 })
	expect(after(closedBox, key('ArrowDown'))).toEqual(closedBox)
})

test('Home and End move the caret until an item is chosen', () => {
	expect(meaningOfKey(opened, key('Home'))).toEqual({ do: 'leave-to-browser' })
	expect(after(at(1), key('Home')).active).toBe(0)
	expect(after(at(1), key('End')).active).toBe(2)
	expect(meaningOfKey(at(1), key('End', { shiftKey: true }))).toEqual({ do: 'leave-to-browser' })
})

test('Escape shuts the list first and then belongs to the browser', () => {
	const shut = after(at(1), key('Escape'))
	expect(shut.open).toBe(false)
	expect(meaningOfKey(shut, key('Escape'))).toEqual({ do: 'leave-to-browser' })
})

test('Enter opens the chosen item, else it sends the form', () => {
	expect(meaningOfKey(at(1), key('Enter', { keyCode: 13 }))).toEqual({ do: 'open-item', index: 1 })
	expect(meaningOfKey(opened, key('Enter', { keyCode: 13 }))).toEqual({ do: 'close-and-leave-to-browser' })
})

test('Tab shuts the list and moves on without choosing', () => {
	expect(meaningOfKey(at(1), key('Tab'))).toEqual({ do: 'close-and-leave-to-browser' })
})

test.each(['Enter', 'ArrowDown', 'ArrowUp', 'Escape', 'Home', 'End', 'Tab'])('%s is the input method’s while it composes', (name) => {
	expect(meaningOfKey(at(1), key(name, { isComposing: true }))).toEqual({ do: 'leave-to-browser' })
	expect(meaningOfKey(at(1), key(name, { keyCode: 229 }))).toEqual({ do: 'leave-to-browser' })
})

test('shortcuts with Ctrl or Command are not ours', () => {
	expect(meaningOfKey(at(1), key('ArrowDown', { ctrlKey: true }))).toEqual({ do: 'leave-to-browser' })
	expect(meaningOfKey(at(1), key('Enter', { metaKey: true }))).toEqual({ do: 'leave-to-browser' })
})

test('the number of suggestions is announced, and that there are none', () => {
	expect(announcement(closedBox)).toBe('')
	expect(announcement(opened)).toContain('3件')
	expect(announcement(nextBoxState(opened, { type: 'answered', text: 'ぬ', items: [] }))).toBe('候補はありません。')
})
