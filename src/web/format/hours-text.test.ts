import { expect, test } from 'vitest'
import type { OfficeHours, OpenState } from '../../domain/offices/types.ts'
import { hoursLines, hoursRows, openText, specialDayText } from './hours-text.ts'

const on = (weekday: number, opensAt: string, closesAt: string, byAppointment = false): OfficeHours => ({
	weekday,
	opensAt,
	closesAt,
	byAppointment,
})
const weekdays = [1, 2, 3, 4, 5]

test('days with the same hours are in one row', () => {
	expect(hoursRows([...weekdays.map((day) => on(day, '09:00', '18:00')), on(6, '10:00', '15:00', true)])).toEqual([
		{ days: '月〜金', text: '9:00〜18:00' },
		{ days: '土', text: '10:00〜15:00（予約制）' },
		{ days: '日・祝', text: '休み' },
	])
})

test('a lunch break shows as two spans, and a day off in the middle breaks the range', () => {
	const hours = [1, 2, 4, 5].flatMap((day) => [on(day, '13:00', '17:30'), on(day, '09:00', '12:00')])
	expect(hoursRows(hours)).toEqual([
		{ days: '月・火', text: '9:00〜12:00、13:00〜17:30' },
		{ days: '水', text: '休み' },
		{ days: '木・金', text: '9:00〜12:00、13:00〜17:30' },
		{ days: '土・日・祝', text: '休み' },
	])
})

test('the lines are the rows, closed days included', () => {
	expect(hoursLines(weekdays.map((day) => on(day, '09:30', '19:00')))).toEqual(['月〜金 9:30〜19:00', '土・日・祝 休み'])
	expect(hoursLines([])).toEqual([])
})

test('the badge says until when, or when next', () => {
	const state: OpenState = { open: false, until: null, byAppointment: false, nextOpening: null, holiday: null, closedFor: null }
	expect(openText({ ...state, open: true, until: '18:00' })).toEqual({ badge: '営業中', detail: '本日は18:00まで' })
	expect(
		openText({ ...state, nextOpening: { date: '2026-11-24', daysAhead: 1, weekday: 2, opensAt: '09:00' }, holiday: '勤労感謝の日' }).detail,
	).toBe('本日は祝日（勤労感謝の日）。次は明日9:00から')
	expect(openText({ ...state, nextOpening: { date: '2026-11-24', daysAhead: 3, weekday: 2, opensAt: '13:30' } }).detail).toBe(
		'次は11月24日（火）13:30から',
	)
	expect(openText(state).detail).toBe('次の営業日は事務所にご確認ください')
})

test('days of closure and special days are named with their days', () => {
	const open: OpenState = { open: false, until: null, byAppointment: false, nextOpening: null, holiday: null, closedFor: '年末年始' }
	expect(openText(open).detail).toBe('本日は休業日です（年末年始）。次の営業日は事務所にご確認ください')
	expect(openText({ ...open, closedFor: '' }).detail).toMatch(/^本日は休業日です。/)
	const days = { firstOn: '2026-12-29', lastOn: '2027-01-03', opensAt: null, closesAt: null, label: '年末年始' }
	expect(specialDayText({ ...days, kind: 'closed' })).toEqual({ days: '12月29日（火）〜1月3日（日）', text: '休業（年末年始）' })
	expect(specialDayText({ ...days, kind: 'hours', opensAt: '09:00', closesAt: '20:00' }).text).toBe(
		'9:00〜20:00（年末年始・営業する曜日のみ）',
	)
	expect(specialDayText({ ...days, kind: 'open', lastOn: '2026-12-29', opensAt: '09:00', closesAt: '20:00', label: '' })).toEqual({
		days: '12月29日（火）',
		text: '9:00〜20:00',
	})
})
