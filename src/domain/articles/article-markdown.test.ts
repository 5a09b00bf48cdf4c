import { describe, expect, test } from 'vitest'
import { articleText, chaptersOf, parseArticle } from './article-markdown.ts'

describe('an article’s text', () => {
	test('has numbered headings that make the table of contents', () => {
		const blocks = parseArticle('前置き\n\n## 一つ目\n本文\n### 細目\n- 甲\n- 乙\n## 二つ目\n')
		expect(chaptersOf(blocks)).toEqual([
			{ id: 'section-1', text: '一つ目', sections: [{ id: 'section-1-1', text: '細目' }] },
			{ id: 'section-2', text: '二つ目', sections: [] },
		])
		expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'heading', 'paragraph', 'heading', 'list', 'heading'])
	})

	test('knows plain tables: missing cells are empty, further ones are left out', () => {
		const [table, after] = parseArticle('| 期限 | 手続き |\n| --- | :---: |\n| 5日 | **届出** | 余り |\n| 10日\n後の文')
		expect(table).toEqual({
			kind: 'table',
			head: [[{ kind: 'text', text: '期限' }], [{ kind: 'text', text: '手続き' }]],
			rows: [
				[[{ kind: 'text', text: '5日' }], [{ kind: 'strong', children: [{ kind: 'text', text: '届出' }] }]],
				[[{ kind: 'text', text: '10日' }], []],
			],
		})
		expect(after).toMatchObject({ kind: 'paragraph' })
	})

	test('leaves unsupported markup as text: one level of heading, a bar without a rule, HTML', () => {
		const source = '# 大見出し\n| 縦棒 |\n<script>alert(1)</script> [a](javascript:alert(1))'
		expect(parseArticle(source)).toEqual([{ kind: 'paragraph', children: expect.any(Array) }])
		expect(articleText(parseArticle(source))).toBe(source)
	})

	// In quadratic time these would take longer than a test may.
	test('parses in linear time, whatever the input', () => {
		for (const part of ['|', '| --- ', '#', '**', '[a](', '> ', '|---|\n', '## \u3000']) {
			const text = part.repeat(Math.ceil(240_000 / part.length))
			expect(parseArticle(text)).not.toEqual([])
		}
	})
})
