import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/**
 * The servers that ours is compared with, each in a separate process: the same bytes from memory, or the same
 * queries and template strings. They contain only what is compared.
 */
export type Statement = { name: string; text: string; values: unknown[] }
type BytesRequest = { kind: 'bytes'; status: number; headers: string[]; bodyBase64: string }
/** The same bytes by address. */
type PagesRequest = { kind: 'pages'; pages: Record<string, { headers: string[]; bodyBase64: string }> }
type QueriesRequest = {
	kind: 'queries'
	url: string
	poolSize: number
	headers: string[]
	/** By round trip: each waits for the statements of the one before. */
	trips: Statement[][]
	bytes: number
}
/** One row for each request, with its body. */
type InsertRequest = { kind: 'insert'; url: string; poolSize: number; table: string }
export type BareRequest = BytesRequest | PagesRequest | QueriesRequest | InsertRequest | 'cpu'
export type BareAnswer = { port: number } | { cpuSeconds: number }

process.on('message', (request: BareRequest) => {
	if (request === 'cpu') {
		const { user, system } = process.cpuUsage()
		answer({ cpuSeconds: (user + system) / 1e6 })
		return
	}
	const server = createServer(listenerOf(request))
	server.keepAliveTimeout = 60_000
	server.listen(0, '127.0.0.1', () => answer({ port: (server.address() as AddressInfo).port }))
})
process.once('disconnect', () => process.exit(0))

const answer = (message: BareAnswer) => process.send?.(message)

function listenerOf(request: Exclude<BareRequest, 'cpu'>): RequestListener {
	if (request.kind === 'bytes') return bytesListener(request)
	if (request.kind === 'insert') return insertListener(request)
	return request.kind === 'pages' ? pagesListener(request) : queriesListener(request)
}

function insertListener({ url, poolSize, table }: InsertRequest): RequestListener {
	const pool = new pg.Pool({ connectionString: url, max: poolSize })
	return (request, response) => {
		const parts: Buffer[] = []
		request.on('data', (part: Buffer) => parts.push(part))
		request.on('end', () => {
			pool
				.query({ name: 'insert', text: `insert into ${table} (body) values ($1)`, values: [Buffer.concat(parts).toString()] })
				.then(() => response.writeHead(303, { location: '/' }).end())
				.catch((error: unknown) => {
					console.error(error)
					response.writeHead(500).end()
				})
		})
	}
}

function pagesListener({ pages }: PagesRequest): RequestListener {
	const kept = new Map(
		Object.entries(pages).map(([path, { headers, bodyBase64 }]) => [path, { headers, body: Buffer.from(bodyBase64, 'base64') }]),
	)
	return ({ url = '' }, response) => {
		const page = kept.get(url)
		response.writeHead(page ? 200 : 404, page?.headers ?? [])
		response.end(page?.body)
	}
}

function bytesListener({ status, headers, bodyBase64 }: BytesRequest): RequestListener {
	const body = Buffer.from(bodyBase64, 'base64')
	return (_request, response) => {
		response.writeHead(status, headers)
		response.end(body)
	}
}

type Row = Record<string, unknown>

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const text = (value: unknown): string =>
	typeof value === 'string'
		? value.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character)
		: typeof value === 'number'
			? String(value)
			: ''

const card = (row: Row): string =>
	`<li><article class="card"><img src="/media/offices/${text(row['id'])}.svg" width="112" height="84" alt="" loading="lazy"><h2><a href="/office/${text(row['id'])}">${text(row['name'])}</a></h2><p>${text(row['headline'])}</p><dl><div><dt>場所</dt><dd>${text(row['station_name'])}駅 徒歩${text(row['walk_minutes'])}分 ${text(row['municipality'])}</dd></div><div><dt>料金</dt><dd>${text(row['fee_task_name'])} ${text(row['fee_min'])}円〜${text(row['fee_max'])}円</dd></div><div><dt>初回相談</dt><dd>${text(row['first_consultation'])}</dd></div></dl></article></li>`

const link = (row: Row): string => `<li><a href="/${text(row['id'])}">${text(row['name'])} ${text(row['office_count'])}件</a></li>`

function queriesListener({ url, poolSize, headers, trips, bytes }: QueriesRequest): RequestListener {
	const pool = new pg.Pool({ connectionString: url, max: poolSize })
	/** What the page holds besides: brought to the same size, so that both send as much. */
	let rest: string | undefined
	const page = async () => {
		const results: Row[][] = []
		for (const trip of trips) {
			const answers = await Promise.all(trip.map((statement) => pool.query<Row>(statement)))
			results.push(...answers.map(({ rows }) => rows))
		}
		const body = results.map((rows) => `<ul>${rows.map((row) => ('headline' in row ? card(row) : link(row))).join('')}</ul>`).join('')
		const html = `<!DOCTYPE html><html lang="ja"><head><meta charset="utf-8"><title>bare</title></head><body>${body}`
		rest ??= 'あ'.repeat(Math.max(0, Math.floor((bytes - Buffer.byteLength(html)) / 3)))
		return Buffer.from(`${html}${rest}</body></html>`)
	}
	const respond = async (response: ServerResponse) => {
		const body = await page()
		response.writeHead(200, [...headers, 'content-length', String(body.length)])
		response.end(body)
	}
	return (_request, response) => {
		respond(response).catch((error: unknown) => {
			console.error(error)
			response.writeHead(500).end()
		})
	}
}
