import { expect, test } from 'vitest'
import { ruleRooms, type RuleRoom } from '../../domain/shared/rule-versions.ts'
import { diffLines } from '../format/text-diff.ts'
import { ruleBlocks, ruleChange, ruleFiles, ruleText, summarisedVersion, summaryPoints } from './rule-texts.server.ts'

const rooms = Object.entries(ruleRooms) as [RuleRoom, { versions: readonly string[] }][]

test('every version has its text, and every text is a version', () => {
	const wanted = rooms.flatMap(([room, { versions }]) => versions.map((version) => `/content/rules/${room}/${version}.md`))
	expect(ruleFiles().toSorted()).toEqual(wanted.toSorted())
	for (const [, { versions }] of rooms) expect(versions).toEqual(versions.toSorted())
})

test('every text of rules has a summary of a few points that was compared with its newest version', () => {
	for (const [room, { versions }] of rooms) {
		expect(summarisedVersion(room)).toBe(versions.at(-1))
		expect(summaryPoints(room).length).toBeGreaterThanOrEqual(3)
		expect(summaryPoints(room).length).toBeLessThanOrEqual(5)
	}
	expect(summaryPoints('privacy').length).toBeGreaterThanOrEqual(3)
})

test('links to this site are paths, and none is left as it was written', () => {
	for (const [room, { versions }] of rooms)
		for (const version of versions) expect(JSON.stringify(ruleBlocks(room, version))).not.toMatch(/\]\(|own\.invalid/)
	expect(JSON.stringify(ruleBlocks('general', '2026-11-23'))).toContain('"href":"/leave"')
})

test('a change shows what was removed and added, in reading order', () => {
	expect(diffLines('一\n\n二\n三', '一\n三\n四')).toEqual([
		{ kind: 'same', text: '一' },
		{ kind: 'removed', text: '二' },
		{ kind: 'same', text: '三' },
		{ kind: 'added', text: '四' },
	])
	expect(ruleChange('general', '2026-11-21')).toBeNull()
	expect(ruleChange('general', '2026-11-23')?.before).toBe('2026-11-21')
})

test('no rules in force limit the liability only "as far as the law permits"', () => {
	for (const [room, { versions }] of rooms)
		expect(ruleText(room, versions.at(-1) ?? '')).not.toMatch(/法令?(?:が|の)(?:許|認め)|反する限度|反しない限り/u)
})
