import { describe, expect, test } from 'vitest'
import { hostToShow, linkText } from './link-text.ts'

const EVIL = 'https://evil.example/login'

describe('a link whose text names another host shows its own', () => {
	test.each([
		['an address', 'https://bank.example'],
		['a bare host', 'bank.example'],
		['a host within words', '安心の bank.example で手続き'],
		['upper case', 'BANK.EXAMPLE'],
		['full-width letters and dots', 'ｂａｎｋ．ｅｘａｍｐｌｅ'],
		['ideographic full stops', 'bank。example'],
		['half-width ideographic full stops', 'bank｡example'],
		['a host with a port and a path', 'bank.example:443/login'],
		['a name before @', 'https://bank.example@evil.example'],
		['a host that begins with the real one', 'evil.example.bank.example'],
		['Cyrillic letters', 'bаnk.example'],
		['a Cyrillic end', 'bank.соm'],
		['an address of numbers', '192.0.2.1'],
		['a host behind a slash', '見る/bank.example'],
		['invisible characters', 'ba\u200bnk.exa\u2060mple'],
	])('%s', (_, text) => {
		expect(hostToShow(text, EVIL)).toBe('evil.example')
		expect(linkText(text, EVIL)).toBe(`${text}（evil.example）`)
	})

	test('in the letters of the network where the host only looks the same', () => {
		expect(hostToShow('аррӏе.com', 'https://аррӏе.com/')).toBe('xn--80ak6aa92e.com')
		expect(hostToShow('https://日本語.jp/', 'https://日本語.jp/')).toBe('xn--wgv71a119e.jp')
	})
})

test.each([
	['words', '国税庁のタックスアンサー', EVIL],
	['the same host', 'https://www.nta.go.jp/taxes', 'https://www.nta.go.jp/taxes'],
	['the same host without www', 'nta.go.jp', 'https://www.nta.go.jp/'],
	['a file name', '申請書.pdf', EVIL],
	['an address whose path has a dot', 'https://www.nta.go.jp/taxes/index.html', 'https://www.nta.go.jp/taxes/index.html'],
	['a number with a decimal point', '消費税は1.10倍、版は2.0', EVIL],
	['a sentence', '詳しくはこちら。国税庁のページです。', EVIL],
])('a link with %s stays as it is', (_, text, href) => {
	expect(linkText(text, href)).toBe(text)
})
