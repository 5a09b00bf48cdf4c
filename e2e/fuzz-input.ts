import fc from 'fast-check'

/** Hostile values for URLs: too long, empty, malformed, of another type, or malicious. */
const words = [
	// Numbers and what passes for them.
	'0 -0 -1 00 01 1.5 1e9 0x10 2147483648 9007199254740993 99999999999999999999 NaN -Infinity true null undefined',
	// Names that every object has.
	'__proto__ constructor prototype toString hasOwnProperty valueOf __defineGetter__ [object',
	// Places elsewhere.
	'. .. ../.. ../../etc/passwd ..\\.. .data _.data x.data * :id $ ? # / // /\\evil.example //evil.example https://evil.example/ javascript:alert(1)',
	// Markup, queries and templates of others.
	`"><fuzz <fuzz> </script><fuzz> \${7*7} {{7*7}} '--1=1 ';select/**/pg_sleep(5)-- % %% _ \\ " {"$gt":""} [] a,b,c`,
	// Japanese in its widths, and what only looks like text.
	'三鷹 三鷹市 三鷹駅 ﾐﾀｶ みたか 戸𠀋 👨‍👩‍👧‍👦 e\u0301 \u202E\u2066 \uFEFF \uFFFF \uD800 \uDC00x x\uDFFF\uD800',
].flatMap((line) => line.split(' '))

const controls = ['', ' ', '\u0000', 'a\u0000b', '\r\nSet-Cookie: x=1', '\u001B[2J']
const lengths = ['zeirishi,'.repeat(60), 'あ'.repeat(600), 'a'.repeat(300), 'a'.repeat(3000), '9'.repeat(400)]

/** Percent-encoding that also has a spelling for what is no character: lone halves of pairs as three bytes. */
export const encoded = (text: string) =>
	Array.from(text, (character) => {
		const code = character.codePointAt(0) ?? 0
		const isHalf = code >= 0xd800 && code <= 0xdfff
		const bytes = isHalf ? [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)] : [...Buffer.from(character)]
		return /[A-Za-z0-9._~-]/.test(character) ? character : bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
	}).join('')

/** Bytes as they are, as far as an HTTP request line can hold them. */
const raw = (text: string) =>
	Buffer.from(text)
		.toString('latin1')
		.replaceAll(/[^\u0021-\u00FF]/g, '+')

export const nasty = fc.oneof(
	{ weight: 8, arbitrary: fc.constantFrom(...words, ...words, ...controls, ...lengths) },
	fc.string({ unit: 'binary', maxLength: 12 }),
	{ weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
	fc.maxSafeInteger().map(String),
)

/** Returns a hostile text as it may occur in an address: encoded, raw, twice encoded, cut in a character, or followed by no code. */
const spelt = fc
	.tuple(nasty, fc.constantFrom(...Array<'encoded'>(16).fill('encoded'), 'raw', 'twice', 'cut', 'broken'))
	.map(([text, how]) => {
		if (how === 'raw') return raw(text)
		if (how === 'twice') return encoded(encoded(text))
		if (how === 'cut') return encoded(`${text}三`).slice(0, -2)
		return how === 'broken' ? `${encoded(text)}%z1` : encoded(text)
	})

/** Valid parameters, so that a bad one beside them is processed. */
const right: Record<string, string> = {
	category_id: '5',
	task_category_id: '5',
	task_id: '501',
	id: '1',
	prefecture: 'tokyo',
	municipality: encoded('三鷹市'),
	stationName: encoded('三鷹'),
	postalCode: '181-0013',
	provider: 'google',
	scope: '501',
	file: '1.png',
}

/** Addresses of a pattern (`/office/:id`), some of whose parameters are right and some are not. */
export const address = (pattern: string) =>
	fc
		.tuple(
			...pattern.split('/').map((segment) => {
				const name = /^[:{](\w+)\}?(\.\w+)?$/.exec(segment)
				if (segment === '*') return spelt
				if (!name) return fc.constant(segment)
				const good = fc.constant(`${right[name[1] ?? ''] ?? '1'}${name[2] ?? ''}`)
				return fc.oneof({ weight: 1, arbitrary: spelt.map((text) => `${text}${name[2] ?? ''}`) }, { weight: 3, arbitrary: good })
			}),
		)
		.map((segments) => segments.join('/') || '/')

/** More than the site reads, less than Node takes for the head of a request: beyond that it hangs up by itself. */
const MOST_QUERY = 6_000

/** Queries of some of these keys and a few others, some many times. */
export const query = (keys: readonly string[]) =>
	fc
		.array(
			fc.tuple(
				fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...keys) }, { weight: 1, arbitrary: nasty }),
				fc.oneof(
					{ weight: 3, arbitrary: spelt },
					{ weight: 1, arbitrary: fc.constantFrom('1', '13', '501', 'newest', encoded('三鷹 税理士')) },
				),
				fc.constantFrom(1, 1, 1, 1, 1, 1, 2, 2, 30),
			),
			{ maxLength: 3 },
		)
		.map((pairs) => pairs.flatMap(([key, value, times]) => Array<string>(times).fill(`${encoded(key)}=${value}`)).join('&'))
		.map((text) => (text === '' ? '' : `?${text.slice(0, MOST_QUERY)}`))

/** Mostly reads: few other methods pass the write gate. */
export const method = fc.constantFrom(
	...Array<'GET'>(20).fill('GET'),
	'HEAD',
	'HEAD',
	'POST',
	'PUT',
	'DELETE',
	'OPTIONS',
	'TRACE',
	'PROPFIND',
)
