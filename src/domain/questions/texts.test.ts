import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerEditSchema, answerFromForm, answerSchema, questionFromForm, questionSchema } from './schemas.ts'
import { parseInput } from '../shared/parse-input.ts'
import { type Block, type Inline, parseMarkdown, plainText } from './markdown.ts'
import { excerptOf } from './question-items.ts'
import { findPersonalData } from './personal-data.ts'

describe('the Markdown subset', () => {
	test('knows paragraphs, lists, quotes, bold and links', () => {
		const blocks = parseMarkdown('**大事**な点です。\n次の行\n\n- 一つ\n- [国税庁](https://www.nta.go.jp/)\n\n1. 先に\n2. 後で\n\n> 引用')
		expect(blocks).toEqual([
			{
				kind: 'paragraph',
				children: [
					{ kind: 'strong', children: [{ kind: 'text', text: '大事' }] },
					{ kind: 'text', text: 'な点です。' },
					{ kind: 'break' },
					{ kind: 'text', text: '次の行' },
				],
			},
			{
				kind: 'list',
				ordered: false,
				items: [
					[{ kind: 'text', text: '一つ' }],
					[{ kind: 'link', href: 'https://www.nta.go.jp/', children: [{ kind: 'text', text: '国税庁' }] }],
				],
			},
			{ kind: 'list', ordered: true, items: [[{ kind: 'text', text: '先に' }], [{ kind: 'text', text: '後で' }]] },
			{ kind: 'quote', children: [{ kind: 'text', text: '引用' }] },
		])
		expect(plainText(blocks)).toBe('大事な点です。\n次の行\n\n・一つ\n・国税庁\n\n・先に\n・後で\n\n引用')
	})

	test('leaves HTML as text and links only to http and https', () => {
		const text = '<script>alert(1)</script> [x](javascript:alert(1)) [y](data:text/html,1) [z](https://a@b.example/)'
		expect(linksOf(parseMarkdown(text)).filter((href) => !/^https?:\/\//.test(href))).toEqual([])
		expect(plainText(parseMarkdown('<b>x</b>'))).toBe('<b>x</b>')
		expect(linksOf(parseMarkdown('https://user:pass@evil.example/'))).toEqual([])
	})

	test('shows the host of a link whose words name another', () => {
		expect(plainText(parseMarkdown('[https://bank.example](https://evil.example/a)'))).toBe('https://bank.example（evil.example）')
		expect(plainText(parseMarkdown('**[ｂａｎｋ。example](https://evil.example)**'))).toBe('ｂａｎｋ。example（evil.example）')
		expect(plainText(parseMarkdown('https://аррӏе.com/'))).toContain('аррӏе')
		expect(plainText(parseMarkdown('[国税庁](https://www.nta.go.jp/)'))).toBe('国税庁')
	})

	test('makes bare addresses links and leaves the sentence’s full stop', () => {
		expect(linksOf(parseMarkdown('詳しくは https://www.e-gov.go.jp/a?b=1. をご覧ください。'))).toEqual(['https://www.e-gov.go.jp/a?b=1'])
	})

	test('never throws, loses no character, and is fast on any input', () => {
		fc.assert(
			fc.property(fc.string({ maxLength: 300, unit: fc.constantFrom(...Array.from('ab 漢*[]()>-1.\n:/https<"')) }), (text) => {
				const shown = plainText(parseMarkdown(text)).replaceAll(/[^a漢b]/gu, '')
				const links = linksOf(parseMarkdown(text))
				expect(links.every((href) => /^https?:\/\//.test(href))).toBe(true)
				// The URL behind a link's text is not shown.
				expect(text.includes('](') || shown === text.replaceAll(/[^a漢b]/gu, '')).toBe(true)
			}),
		)
		// In quadratic time this would take longer than a test may.
		expect(parseMarkdown('**a'.repeat(160_000) + '[a]('.repeat(100_000))).toHaveLength(1)
	})
})

const linksOf = (blocks: readonly Block[]): string[] =>
	blocks.flatMap((block) => (block.kind === 'list' ? block.items.flat() : block.children)).flatMap(hrefs)
const hrefs = (inline: Inline): string[] =>
	inline.kind === 'link' ? [inline.href] : inline.kind === 'strong' ? inline.children.flatMap(hrefs) : []

describe('the warning about personal data', () => {
	test.each([
		['電話は03-1234-5678です', 'phone', '03-1234-5678'],
		['携帯０９０ー１２３４ー５６７８まで', 'phone', '０９０ー１２３４ー５６７８'],
		['09012345678に', 'phone', '09012345678'],
		['+81 90-1234-5678', 'phone', '+81 90-1234-5678'],
		['taro.yamada@example.co.jpへ', 'email', 'taro.yamada@example.co.jp'],
		['株式会社カワセミ商事と契約', 'company', '株式会社カワセミ商事'],
		['番号は1234-5678-9012', 'my-number', '1234-5678-9012'],
	])('finds %s', (text, kind, found) => {
		const findings = findPersonalData(text)
		expect(findings.map((one) => one.kind)).toEqual([kind])
		expect(findings[0]?.text).toContain(found)
	})

	test.each([
		'株式会社設立の費用',
		'売上は1,234,567円',
		'2026-04-01から',
		'郵便番号100-0001',
		'消費税法第30条第1項',
		'個人事業から合同会社へ',
	])('is quiet about %s', (text) => {
		expect(findPersonalData(text)).toEqual([])
	})

	test('says where it is', () => {
		const text = '連絡先はa@b.example、または03-1234-5678'
		for (const { text: found, index } of findPersonalData(text)) expect(text.slice(index, index + found.length)).toBe(found)
	})
})

describe('the forms', () => {
	const form = (values: Record<string, string | string[]>) => {
		const data = new FormData()
		for (const [name, value] of Object.entries(values)) for (const one of [value].flat()) data.append(name, one)
		return data
	}

	test('parse what was typed, and count characters as people do', () => {
		const question = {
			title: '𠮷野家のような飲食店を開くには',
			body: `一行目\r\n二行目${'あ'.repeat(30)}`,
			category: '5',
			task: ['503', '503', '502'],
			prefecture: '',
			stage: 'sole',
			industry: ' ',
			anonymous: '1',
			clientKey: '0123456789abcdef',
		}
		expect(parseInput(questionSchema, questionFromForm(form(question)))).toMatchObject({
			body: `一行目\n二行目${'あ'.repeat(30)}`,
			taskIds: [503, 502],
			prefectureId: null,
			industry: null,
			isAnonymous: true,
		})
	})

	test('report an error at each wrong field', () => {
		const empty = questionFromForm(form({ title: '短い', stage: '' }))
		expect(() => parseInput(questionSchema, empty)).toThrow(
			expect.objectContaining({
				kind: 'invalid',
				fields: expect.objectContaining({
					title: 'タイトルは10文字以上で入力してください（いま2文字）。',
					body: '質問の内容を入力してください。',
					taskCategoryId: 'カテゴリーを選んでください。',
					stage: '事業の段階を選んでください。',
				}),
			}),
		)
	})

	test('take pairs of sources and only https ones', () => {
		const answer = { body: 'あ'.repeat(60), clientKey: '0123456789abcdef', lawAsOf: '2026-04-01' }
		const filled = form({
			...answer,
			sourceTitle: ['国税庁', '', ''],
			sourceUrl: ['https://www.nta.go.jp/', '', 'https://www.mhlw.go.jp/x'],
		})
		expect(parseInput(answerSchema, answerFromForm(filled)).sources).toEqual([
			{ title: '国税庁', url: 'https://www.nta.go.jp/' },
			{ title: 'www.mhlw.go.jp', url: 'https://www.mhlw.go.jp/x' },
		])
		const bad = answerFromForm(form({ ...answer, lawAsOf: '2026-02-30', sourceTitle: 'x', sourceUrl: 'javascript:alert(1)' }))
		expect(answerSchema.safeParse(bad).error?.issues.map(({ path }) => path.join('.'))).toEqual(['sources.0.url', 'lawAsOf'])
		expect(parseInput(answerSchema, answerFromForm(form({ ...answer, lawAsOf: '' }))).lawAsOf).toBeNull()
	})

	test('with figures need the date of the law, in a new answer and in an edited one', () => {
		const answer = { body: `${'あ'.repeat(60)}。期限は2か月以内です。`, clientKey: '0123456789abcdef', version: '1' }
		for (const schema of [answerSchema, answerEditSchema]) {
			const issues = schema.safeParse(answerFromForm(form(answer))).error?.issues
			expect(issues?.map(({ path }) => path.join('.'))).toEqual(['lawAsOf'])
			expect(issues?.[0]?.message).toContain('法令の時点を入力してください')
			expect(schema.safeParse(answerFromForm(form({ ...answer, lawAsOf: '2026-04-01' }))).success).toBe(true)
		}
	})
})

describe('an excerpt', () => {
	test('has lists as words of a sentence, and ends behind a sentence where one ends late enough', () => {
		expect(excerptOf('必要な書類です。\n\n・請求書\n・通帳\n\n早めに集めます。')).toBe('必要な書類です。請求書、通帳 早めに集めます。')
		const long = `${'あ'.repeat(80)}。${'い'.repeat(80)}`
		expect(excerptOf(long)).toBe(`${'あ'.repeat(80)}。`)
		expect(Array.from(excerptOf('う'.repeat(200)))).toHaveLength(120)
		expect(excerptOf(`${'え'.repeat(117)}、${'お'.repeat(9)}`)).toBe(`${'え'.repeat(117)}、お…`)
	})
})
