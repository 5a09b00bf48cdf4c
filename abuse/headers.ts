import { hostileText } from './hostile.ts'
import type { Random } from './random.ts'
import type { Person } from './world.ts'

export type Header = [name: string, value: string]

const agents = [
	'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
	'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
	'curl/8.5.0',
	'',
	'sqlmap/1.8',
	'<fz0x>',
]

export function clientHeaders(random: Random): Header[] {
	return [
		[
			'Host',
			random.chance(0.97)
				? 'shirube.example'
				: random.pick(['evil.example', 'localhost', '127.0.0.1:1', 'shirube.example:443', 'a b', '[::1]', 'shirube.example@evil.example']),
		],
		['User-Agent', random.pick(agents)],
		[
			'Accept',
			random.pick(['text/html,application/xhtml+xml,*/*;q=0.8', 'application/json', '*/*', 'image/avif,image/webp', 'text/x-script']),
		],
		['Accept-Language', random.pick(['ja,en;q=0.8', 'ja', '*', 'x'.repeat(300), 'zz-ZZ;q=9'])],
		...(random.chance(0.25)
			? [
					[
						'Accept-Encoding',
						random.pick(['gzip', 'br', 'zstd', 'gzip, deflate, br', 'identity;q=0', '*;q=0', 'gzip;q=NaN', 'br;q=1.5,,,']),
					] as Header,
				]
			: []),
		...(random.chance(0.3) ? [['Sec-Fetch-Mode', random.pick(['navigate', 'cors', 'no-cors', 'x'])] as Header] : []),
	]
}

/**
 * As the one trusted proxy would write it: mostly an address that no other request has, so that the limits for clients do
 * not answer in place of the domain; a share comes from few addresses and runs into those limits.
 */
export function addressHeaders(random: Random): Header[] {
	const byte = () => random.below(256)
	const ipv4 = () => `${11 + random.below(110)}.${byte()}.${byte()}.${byte()}`
	const ipv6 = () => `2001:${random.below(65_536).toString(16)}:${random.below(65_536).toString(16)}::${random.below(65_536).toString(16)}`
	const address = random.weighted<() => string>([
		[80, ipv4],
		[10, ipv6],
		[6, () => '198.51.100.1'],
		[1, () => `${ipv4()}:${random.below(65_536)}`],
		[1, () => `${ipv4()}, ${ipv4()}`],
		[1, () => `[${ipv6()}]:443`],
		[
			1,
			() => random.pick(['', 'unknown', '127.0.0.1', '::1', '::ffff:127.0.0.1', 'x', '999.1.1.1', '0', 'fe80::1%eth0', '1.2.3', "'; --"]),
		],
	])()
	return [
		['X-Forwarded-For', address],
		['X-Forwarded-Proto', random.chance(0.97) ? 'https' : random.pick(['http', 'x', 'https, http'])],
	]
}

const forgedSessions = ['x', 'A'.repeat(43), '../../etc/passwd', "' or 1=1 --", '%00', 'null', 'A'.repeat(4_000)]

/** Cookies of the person, now and then with a stale, forged or second session. */
export function cookieHeader(random: Random, person: Person, second: Person | null, free: readonly string[]): Header[] {
	const own = random.weighted<() => readonly string[]>([
		[94, () => [person.cookie]],
		[2, () => [`__Host-session=${random.pick(forgedSessions)}`]],
		[1, () => [`session=${random.pick(forgedSessions)}`, person.cookie]],
		[1, () => [person.cookie, `__Host-session=${random.pick(forgedSessions)}`]],
		[1, () => [person.cookie.slice(0, -1)]],
		[1, () => [hostileText(random, 200).replaceAll(/[^\u0020-\u007E]/g, ''), '=', ';;', person.cookie]],
	])()
	const cookies = [...(random.chance(0.97) ? free : []), ...own, ...(second === null ? [] : [second.cookie])]
	return [['Cookie', cookies.join('; ')]]
}

/** Where a write says that it comes from: nine of ten from the site itself. */
export function originHeaders(random: Random, origin: string): Header[] {
	return random.weighted<() => Header[]>([
		[
			45,
			() => [
				['Origin', origin],
				['Sec-Fetch-Site', 'same-origin'],
			],
		],
		[40, () => [['Origin', origin]]],
		[10, () => [['Sec-Fetch-Site', 'same-origin']]],
		[
			2,
			() => [
				[
					'Origin',
					random.pick([
						'https://evil.example',
						'null',
						`${origin}.evil.example`,
						`${origin}:444`,
						origin.toUpperCase(),
						'http://shirube.example',
					]),
				],
			],
		],
		[
			1,
			() => [
				['Origin', origin],
				['Sec-Fetch-Site', random.pick(['cross-site', 'same-site', 'none'])],
			],
		],
		[1, () => []],
	])()
}

/** One header that means something to some server, proxy or framework. */
export const hostileHeaders = (random: Random): Header[] =>
	random.pick<() => Header[]>([
		() => [
			[
				'Range',
				random.pick(['bytes=0-0', 'bytes=-1', 'bytes=5-1', `bytes=${'0-1,'.repeat(400)}0-1`, 'bytes=0-99999999999999999999', 'x=1']),
			],
		],
		() => [['If-None-Match', random.pick(['*', '"x"', 'W/"x"', `"${'a'.repeat(2_000)}"`, '"'])]],
		() => [['If-Modified-Since', random.pick(['Thu, 01 Jan 1970 00:00:00 GMT', 'x', 'Fri, 31 Dec 9999 23:59:59 GMT'])]],
		() => [['If-Match', '*']],
		() => [['X-HTTP-Method-Override', random.pick(['DELETE', 'PUT', 'X'])]],
		() => [['X-Original-URL', '/admin']],
		() => [['X-Rewrite-URL', '/admin']],
		() => [['X-Forwarded-Host', 'evil.example']],
		() => [['X-Forwarded-Prefix', '//evil.example']],
		() => [['Forwarded', 'for=127.0.0.1;host=evil.example;proto=http']],
		() => [['X-React-Router-SPA-Mode', 'yes']],
		() => [['X-React-Router-Prerender-Data', encodeURIComponent(JSON.stringify([{ admin: true }]))]],
		() => [['X-Middleware-Subrequest', 'src/middleware']],
		() => [['X-Cache-Tags', '*']],
		() => [['X-Request-Id', random.pick(['a'.repeat(64), 'a'.repeat(5_000), '../x', "'; --"])]],
		() => [['Content-Encoding', random.pick(['gzip', 'br', 'deflate', 'x'])]],
		() => [['Transfer-Encoding', 'identity']],
		() => [['Expect', '100-continue']],
		() => [
			['Upgrade', 'websocket'],
			['Connection', 'Upgrade'],
		],
		() => [['Purpose', 'prefetch']],
		() => [['Sec-Purpose', 'prefetch;prerender']],
		() => [
			[
				'Authorization',
				random.pick([
					'Bearer x',
					'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
					'Basic YWRtaW46YWRtaW4=',
					'Bearer',
					`Bearer ${'a.'.repeat(3_000)}`,
				]),
			],
		],
		() => [['Referer', random.pick(['https://evil.example/', 'x', `https://shirube.example/${'a'.repeat(3_000)}`])]],
		() => [
			['TE', 'trailers'],
			['Trailer', 'Cookie'],
		],
		() => [['Max-Forwards', '0']],
		() => [['Proxy', 'http://evil.example/']],
		() => [['X-CSRF-TOKEN', random.pick(['', 'x', 'zyxwvuts', 'abcdefgh\u00FF'])]],
		() => [
			[
				`X-${hostileText(random, 40).replaceAll(/[^A-Za-z0-9-]/g, '') || 'a'}`,
				hostileText(random, 300).replaceAll(/[^\u0020-\u007E\u0080-\u00FF]/g, '') || 'a',
			],
		],
	])()
