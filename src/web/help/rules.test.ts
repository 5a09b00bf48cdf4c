import { describe, expect, test } from 'vitest'
import { WEBHOOK_LOG_DAYS } from '../../domain/developers/webhook-kinds.ts'
import { REPLY_DAYS } from '../../domain/cases/reply-addresses.ts'
import { CONTACT_KEPT_DAYS } from '../../domain/funding-diagnosis/contact-input.ts'
import { ruleRooms, type RuleRoom } from '../../domain/shared/rule-versions.ts'
import { diffLines } from '../format/text-diff.ts'
import { changedLines } from './changed-lines.ts'
import { ruleBlocks, ruleChange, ruleFiles, type RuleSettings, ruleText, summarisedVersion, summaryPoints } from './rule-texts.server.ts'

const SETTINGS: RuleSettings = { name: 'しるべ', takesCards: true, takesReplies: true, analytics: 'none' }

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
})

test('links to this site are paths, and none is left as it was written', () => {
	for (const [room, { versions }] of rooms)
		for (const version of versions) expect(JSON.stringify(ruleBlocks(room, version, SETTINGS))).not.toMatch(/\]\(|own\.invalid/)
	expect(JSON.stringify(ruleBlocks('general', '2026-11-23', SETTINGS))).toContain('"href":"/leave"')
})

test('a change shows what was removed and added, in reading order', () => {
	expect(diffLines('一\n\n二\n三', '一\n三\n四')).toEqual([
		{ kind: 'same', text: '一' },
		{ kind: 'removed', text: '二' },
		{ kind: 'same', text: '三' },
		{ kind: 'added', text: '四' },
	])
	expect(ruleChange('general', '2026-11-21', SETTINGS)).toBeNull()
	expect(ruleChange('general', '2026-11-23', SETTINGS)?.before).toBe('2026-11-21')
})

test('a comparison shows the changed lines alone, below the headings of their part and without marks', () => {
	const before =
		'## 第1条\n\n同じ\n\n## 第2条\n\n### 一\n\n同じ\n\n### 二\n\n古い[規約](/rules)\n\n| 名前 | 期間 |\n| --- | --- |\n| a | 3日 |'
	const after = before.replace('古い', '新しい').replace('3日', '**4日**')
	expect(changedLines(diffLines(before, after)).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
		'same 第2条',
		'same 二',
		'removed 古い規約',
		'added 新しい規約',
		'removed a｜3日',
		'added a｜4日',
	])
})

test('no rules in force limit the liability only "as far as the law permits"', () => {
	for (const [room, { versions }] of rooms)
		expect(ruleText(room, versions.at(-1) ?? '')).not.toMatch(/法令?(?:が|の)(?:許|認め)|反する限度|反しない限り/u)
})

describe('the privacy policy', () => {
	const version = ruleRooms.privacy.versions.at(-1) ?? ''
	const shown = (settings: Partial<RuleSettings>) => JSON.stringify(ruleBlocks('privacy', version, { ...SETTINGS, ...settings }))

	test('names the site, and speaks of cards and analytics only where there are some', () => {
		for (const settings of [{}, { takesCards: false }, { takesReplies: false }, { analytics: 'ga4' as const }])
			expect(shown(settings)).not.toContain('{{')
		expect(shown({})).toContain('しるべの運営者')
		expect(shown({})).toContain('決済会社Stripe')
		expect(shown({ takesCards: false })).not.toContain('決済会社Stripe')
		expect(shown({})).toContain('Cookie だけを使います')
		expect(shown({ analytics: 'ga4' })).not.toContain('Cookie だけを使います')
	})

	test('speaks of answers by mail only where the site takes them', () => {
		expect(shown({}).match(/お知らせのメールへの返信/g)).toHaveLength(2)
		expect(shown({})).toContain(`${REPLY_DAYS}日で使えなくなり`)
		expect(shown({ takesReplies: false })).not.toContain('お知らせのメールへの返信')
	})

	test('states the days after which what was sent is deleted, as the code has them', () => {
		expect(shown({})).toContain(`対応の終了から${CONTACT_KEPT_DAYS}日`)
		expect(shown({})).toContain(`Webhookで送った内容は${WEBHOOK_LOG_DAYS}日`)
	})

	test('shows what a version changed, without what the settings alone change', () => {
		const change = ruleChange('privacy', '2026-11-23', { ...SETTINGS, takesCards: false })
		const added = change?.lines.filter(({ kind }) => kind === 'added').map(({ text }) => text) ?? []
		expect(added).toContainEqual(expect.stringMatching(/^- 面談の予約：/))
		expect(added.join('')).not.toMatch(/Stripe|\{\{/)
	})
})
