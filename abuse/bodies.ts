import { CSRF_FIELD } from '../src/http/csrf.ts'
import type { Fields } from '../test/permission-forms-rows.ts'
import { hostileJson, hostileKey, hostileText } from './hostile.ts'
import type { Random } from './random.ts'

export type Encoded = { bytes: Buffer; type: string }
export type Pair = [name: string, value: string | { file: Buffer; name: string; type: string }]

/** What mutations may put in place of a value: ids of others, names of fields and intents of other forms. */
export type Pool = { ids: readonly string[]; names: readonly string[]; values: readonly string[] }

/** The pairs of a form as a browser sends them. */
export async function pairsOf(fields: Fields, csrf: string | null): Promise<Pair[]> {
	const pairs: Pair[] = csrf === null ? [] : [[CSRF_FIELD, csrf]]
	for (const [name, value] of Object.entries(fields))
		for (const one of Array.isArray(value) ? (value as readonly (string | number)[]) : [value as string | number | File])
			pairs.push([name, one instanceof File ? { file: Buffer.from(await one.arrayBuffer()), name: one.name, type: one.type } : String(one)])
	return pairs
}

const hostileFile = (random: Random) => ({
	file: random.pick([
		Buffer.alloc(0),
		Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
		Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction 2 0 R>>endobj\ntrailer<</Root 1 0 R>>'),
		Buffer.from('GIF89a/*<script>fz0x</script>*/'),
		Buffer.from('PK\u0003\u0004'),
		Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), Buffer.alloc(64, 0xff)]),
		Buffer.concat([Buffer.from('ffd8ffe000104a46494600', 'hex'), Buffer.alloc(200, 0x41)]),
	]),
	name: random.pick([
		'x.png',
		'../../x.png',
		'x.svg',
		'x.php',
		'x.pdf',
		'"; filename="y.png',
		'あ'.repeat(200),
		'\u202Egnp.exe',
		'CON',
		'',
	]),
	type: random.pick(['image/png', 'image/svg+xml', 'application/pdf', 'text/html', 'application/octet-stream', '', 'x']),
})

/** One hostile change to a form. */
export function mutatePairs(random: Random, pairs: readonly Pair[], pool: Pool): Pair[] {
	const changed = [...pairs]
	const place = changed.length === 0 ? 0 : random.below(changed.length)
	const [name = 'x', value = ''] = changed[place] ?? []
	const replaced = (pair: Pair) => (changed.length === 0 ? [pair] : changed.with(place, pair))
	return random.weighted<() => Pair[]>([
		[5, () => replaced([name, hostileText(random)])],
		[3, () => replaced([name, random.pick(pool.ids)])],
		[2, () => replaced([name, random.pick(pool.values)])],
		[2, () => changed.toSpliced(place, 1)],
		[2, () => [...changed, [name, typeof value === 'string' && random.chance(0.5) ? value : hostileText(random)]]],
		[2, () => [...changed, [random.pick(pool.names), random.pick(pool.values)]]],
		[2, () => [...changed, [hostileKey(random), hostileText(random, 300)]]],
		[1, () => replaced([`${name}${random.pick(['[]', '[0]', '.x', ' ', '\0'])}`, value])],
		[1, () => replaced([name, hostileFile(random)])],
		[0.3, () => [...changed, ...Array.from({ length: random.pick([50, 300, 1_200]) }, (_, number): Pair => [`${name}${number % 7}`, 'x'])]],
	])()
}

/** One hostile change to a JSON body. */
export function mutateJson(random: Random, body: unknown, pool: Pool): unknown {
	if (typeof body !== 'object' || body === null || random.chance(0.06)) return hostileJson(random)
	const entries = Object.entries(body as Record<string, unknown>)
	if (entries.length === 0) return { [random.pick(pool.names)]: hostileJson(random) }
	const [key, value] = random.pick(entries)
	return random.weighted<() => unknown>([
		[5, () => ({ ...body, [key]: hostileJson(random) })],
		[3, () => ({ ...body, [key]: typeof value === 'number' ? Number(random.pick(pool.ids)) || 1 : random.pick(pool.ids) })],
		[2, () => Object.fromEntries(entries.filter(([name]) => name !== key))],
		[2, () => ({ ...body, [random.pick(pool.names)]: random.pick(pool.values) })],
		// An own property, as JSON.parse makes it.
		[
			Array.isArray(body) ? 0 : 2,
			() => JSON.parse(`{"__proto__":${JSON.stringify({ isStaff: true, roles: ['admin'] })},${JSON.stringify(body).slice(1)}`) as unknown,
		],
		[1, () => [body]],
		[1, () => ({ ...body, [key]: [value, value] })],
		[typeof value === 'object' ? 3 : 0, () => ({ ...body, [key]: mutateJson(random, value, pool) })],
	])()
}

const urlencoded = (pairs: readonly Pair[]): Encoded => ({
	bytes: Buffer.from(pairs.map(([name, value]) => `${percent(name)}=${percent(typeof value === 'string' ? value : value.name)}`).join('&')),
	type: 'application/x-www-form-urlencoded',
})

function percent(text: string): string {
	return encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+')
}

function multipart(pairs: readonly Pair[], boundary: string): Encoded {
	const parts = pairs.map(([name, value]) => {
		const quoted = name.replaceAll('"', '%22').replaceAll(/[\r\n]/g, ' ')
		return typeof value === 'string'
			? Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${quoted}"\r\n\r\n${value.toWellFormed()}\r\n`)
			: Buffer.concat([
					Buffer.from(
						`--${boundary}\r\nContent-Disposition: form-data; name="${quoted}"; filename="${value.name.replaceAll(/[\r\n]/g, ' ')}"\r\nContent-Type: ${value.type}\r\n\r\n`,
					),
					value.file,
					Buffer.from('\r\n'),
				])
	})
	return { bytes: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]), type: `multipart/form-data; boundary=${boundary}` }
}

/** A form as a browser encodes it; `unusual` in the other way too. */
export const encodeForm = (random: Random, pairs: readonly Pair[], isUnusual: boolean): Encoded =>
	pairs.some(([, value]) => typeof value !== 'string') || isUnusual ? multipart(pairs, `----x${random.below(1e9)}`) : urlencoded(pairs)

/** The media type and the bytes do not match. */
export function confuse(random: Random, { bytes, type }: Encoded): Encoded {
	const text = bytes.toString()
	return random.pick<() => Encoded>([
		() => ({ bytes, type: 'application/json' }),
		() => ({ bytes, type: 'application/x-www-form-urlencoded' }),
		() => ({ bytes, type: 'multipart/form-data' }),
		() => ({ bytes, type: 'multipart/form-data; boundary=' }),
		() => ({ bytes, type: 'text/plain' }),
		() => ({ bytes, type: 'text/xml' }),
		() => ({ bytes, type: 'application/json; charset=utf-16' }),
		() => ({ bytes, type: 'application/x-www-form-urlencoded; charset=shift_jis' }),
		() => ({ bytes, type: 'APPLICATION/JSON;a="b' }),
		() => ({ bytes, type: '' }),
		() => ({ bytes: Buffer.alloc(0), type }),
		() => ({ bytes: bytes.subarray(0, bytes.length >> 1), type }),
		() => ({ bytes: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]), type }),
		() => ({ bytes: Buffer.concat([bytes, bytes]), type }),
		() => ({ bytes: Buffer.from(text.replaceAll('=', '=%zz')), type }),
		() => ({ bytes: Buffer.from(text.replace('{', '{"x":1,"x":2,')), type }),
		() => ({ bytes: Buffer.from([0xff, 0xfe, 0x00, 0x80, ...bytes.subarray(0, 100)]), type }),
		() => ({ bytes: Buffer.from(`${'['.repeat(20_000)}${']'.repeat(20_000)}`), type: 'application/json' }),
		() => ({ bytes: Buffer.alloc(70_000, 'a=1&'), type: 'application/x-www-form-urlencoded' }),
	])()
}
