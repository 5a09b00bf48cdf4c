import fs from 'node:fs'
import { expect, test } from 'vitest'
import { actionChoices, actionLabel, subjectCode, subjectLabel } from './audit-labels.ts'

test('every action that the domain records has a label', () => {
	const recorded = fs
		.globSync('src/domain/**/*.ts')
		.filter((file) => !file.endsWith('.test.ts'))
		.flatMap((file) => {
			const text = fs.readFileSync(file, 'utf8')
			const codes = /'((?:expert|proof|office|article|question|answer|inquiry|access|lead|billing|user|staff|audit|job)(?:\.[a-z-]+)+)'/g
			return /\b(recordAuditEvent|recordCommand|Note)\b/.test(text) ? [...text.matchAll(codes)].map(([, action = '']) => action) : []
		})
		// Names of events for notifications are in the past tense; these are no actions of staff.
		.filter((action) => !action.endsWith('ed'))
	expect(recorded.length).toBeGreaterThan(25)
	expect(recorded.filter((action) => actionLabel(action) === action)).toEqual([])
})

test('a subject has a label and is found by it, in any width', () => {
	expect(subjectLabel('expert:12')).toBe('専門家12')
	expect(subjectLabel('queue:send-mail')).toBe('手続きのメール')
	expect(subjectLabel('job:0a1b-2c')).toBe('作業0a1b-2c')
	expect(subjectLabel('unknown')).toBe('unknown')
	for (const text of ['専門家12', '専門家 １２', 'expert:12']) expect(subjectCode(text)).toBe('expert:12')
	expect(subjectCode('')).toBe('')
})

test('the filter keeps an action that only an address names', () => {
	expect(actionChoices('expert').at(-1)).toEqual(actionChoices('').at(-1))
	expect(actionChoices('question.history').at(-1)).toEqual({ value: 'question.history', label: '質問の編集の履歴を開いた' })
})

test('a whole file has a label by which it is found', () => {
	expect(subjectLabel('office:file')).toBe('事務所の一覧のCSV')
	expect(subjectCode('事務所の一覧のCSV')).toBe('office:file')
})
