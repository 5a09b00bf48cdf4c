import type { Random } from './random.ts'

/** What injected markup, attributes and headers are recognised by in an answer; the oracle looks for it unescaped. */
export const MARK = 'fz0x'

const injections = [
	`<${MARK} onload=alert(1)>`,
	`</script><${MARK}>`,
	`</title><${MARK}>`,
	`--><${MARK}>`,
	`"${MARK}="1`,
	`'${MARK}='1`,
	`" onfocus=alert(1) autofocus "${MARK}="`,
	`javascript:alert('${MARK}')`,
	`[x](javascript:alert(1))`,
	`![x](https://evil.example/x.png)`,
	`data:text/html,<${MARK}>`,
	`\r\nX-${MARK}: 1`,
	`\nSet-Cookie: ${MARK}=1`,
	'%0d%0aX-fz0x:%201',
	"' or '1'='1",
	"'; select pg_sleep(20); --",
	'1; drop table users; --',
	"') union select email, secret from accounts --",
	"\\'; --",
	'$1',
	'${7*7}',
	'{{7*7}}',
	'<%= 7*7 %>',
	'#{7*7}',
	'${jndi:ldap://127.0.0.1/x}',
	'%s%s%n%x',
	'=cmd|"/c calc"!A1',
	'+1+1',
	'@SUM(1)',
	'*)(uid=*))(|(uid=*',
	'; id',
	'$(id)',
	'`id`',
	'|| true',
	'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
	'//evil.example',
	'https://evil.example/',
	'/\\evil.example',
	'https:evil.example',
	'http://127.0.0.1:22/',
	'http://169.254.169.254/latest/meta-data/',
	'file:///etc/passwd',
]

const paths = [
	'..',
	'../..',
	'../../../../etc/passwd',
	'..%2f..%2f..%2fetc%2fpasswd',
	'%2e%2e%2f%2e%2e%2f',
	'..%252f..%252fpackage.json',
	'..\\..\\package.json',
	'....//....//',
	'.env',
	'.git/config',
	'package.json',
	'%00',
	'a%00.png',
	'con',
	'__proto__',
	'constructor',
	'prototype',
	'toString',
	'hasOwnProperty',
	'undefined',
	'null',
	'NaN',
	'true',
	'index.html',
	'*',
	'?',
	'#',
	';',
	'%',
	'%zz',
	'%e3%81',
	'%c0%ae',
	'%ed%a0%80',
]

const numbers = [
	'0',
	'-1',
	'-0',
	'1.5',
	'1e3',
	'1e309',
	'0x10',
	'00001',
	'+1',
	' 1',
	'1 ',
	'１',
	'一',
	'32768',
	'65536',
	'2147483647',
	'2147483648',
	'-2147483649',
	'4294967296',
	'9007199254740993',
	'9223372036854775807',
	'9223372036854775808',
	'99999999999999999999999999',
	'1,2',
	'1_000',
	'NaN',
	'Infinity',
	'-Infinity',
	'',
	' ',
]

const texts = [
	'\u202Eevil\u202C',
	'\u2066x\u2069\u2067y',
	'a\u200Bb\u200Cc\u200Dd\uFEFF',
	'\u{E0041}\u{E0042}\u{E007F}',
	'\0',
	'a\0b',
	'\u0001\u0002\u001B[31m',
	'\u0085\u2028\u2029',
	'\uD800',
	'\uDFFF\uD800',
	'\uFFFD\uFFFE\uFFFF',
	'é',
	'ｱｲｳﾞ',
	'㌔㌘',
	'ﷺ',
	'İıſK',
	'👩‍👩‍👧‍👦🏳️‍🌈',
	'か゛',
	'葛󠄀',
	'Z̸̡̢͓͔̖̗̘̙͐͑͒̓̔̕͘a̸',
	'\t\n\r\v\f',
	'　　',
	'三鷹　税理士',
	'ストーカー',
	'表示\r\n改行',
]

const lengths = [31, 64, 255, 256, 1_000, 2_047, 4_100, 9_000, 20_000, 66_000]

/** A string that is too long, of a character that is costly for some parsers. `most` bounds it in characters. */
const overlong = (random: Random, most: number): string => {
	const unit = random.pick(['a', '1', 'あ', '🏳️‍🌈', '<', '&', '"', '\\', '%41', ' ', '\n', '[', '(', '*', '_', '- ', '> ', '`', 'a@', '。'])
	return unit.repeat(Math.ceil(Math.min(random.pick(lengths), most) / unit.length))
}

const printable = (random: Random): string =>
	Array.from({ length: 1 + random.below(12) }, () =>
		String.fromCodePoint(
			random.pick([32 + random.below(95), 0x3041 + random.below(86), random.below(0xd7ff), 0x1f300 + random.below(300)]),
		),
	).join('')

/** Any hostile text. `most` bounds its length. */
export const hostileText = (random: Random, most = 70_000): string =>
	random.weighted<() => string>([
		[5, () => random.pick(injections)],
		[2, () => random.pick(paths)],
		[3, () => random.pick(numbers)],
		[4, () => random.pick(texts)],
		[0.25, () => overlong(random, most)],
		[2, () => overlong(random, Math.min(most, 400))],
		[2, () => printable(random)],
		[1, () => `${random.pick(texts)}${random.pick(injections)}`],
	])()

/** A hostile value for one segment of a path, as raw text. */
export const hostileSegment = (random: Random): string =>
	random.weighted<() => string>([
		[4, () => random.pick(numbers)],
		[4, () => random.pick(paths)],
		[3, () => random.pick(injections)],
		[2, () => random.pick(texts)],
		[1, () => overlong(random, 2_500)],
		[1, () => printable(random)],
	])()

/** A JSON value of a type or size that no schema asks for. */
export function hostileJson(random: Random, depth = 0): unknown {
	const nested = (levels: number): unknown => (levels === 0 ? 1 : random.chance(0.5) ? [nested(levels - 1)] : { a: nested(levels - 1) })
	return random.weighted<() => unknown>([
		[4, () => hostileText(random, 30_000)],
		[3, () => random.pick([null, true, false, 0, -1, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 1e21])],
		[2, () => random.pick<unknown>([[], {}, [null], [[]], [{}], { $ne: null }, { $gt: '' }, { length: 1e9 }, { toString: 'x' }])],
		[1, () => Array.from({ length: random.pick([2, 30, 1_000]) }, () => random.pick<unknown>([1, 'a', null, {}]))],
		[1, () => nested(random.pick([3, 20, 200, 2_000]))],
		[depth > 2 ? 0 : 1, () => ({ [hostileKey(random)]: hostileJson(random, depth + 1) })],
	])()
}

/** A name of a field, parameter or JSON key that a careless reader of objects would trip over. */
export const hostileKey = (random: Random): string =>
	random.pick([
		'__proto__',
		'constructor',
		'prototype',
		'__proto__[isStaff]',
		'constructor[prototype][roles]',
		'toString',
		'hasOwnProperty',
		'then',
		'',
		' ',
		'a.b.c',
		'a[b][c]',
		'a[]',
		'a[0]',
		'$where',
		'_routes',
		'_method',
		'index',
		'isStaff',
		'role',
		'roles',
		'is_expert',
		'isExpert',
		'userId',
		'user_id',
		'uid',
		'ownerId',
		'state',
		'verifiedAt',
		'id',
		'\u202Ename',
		'\0',
		'名',
		'"',
		'a\r\nX-fz0x: 1',
	])
